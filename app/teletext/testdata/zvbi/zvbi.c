/*
 * zvbi shows teletext pages to libzvbi, a decoder that is independent of ours. TestAgainstLibzvbi
 * compares what the two make of the same codes, BenchmarkZvbi how long they take.
 *
 *     cc -O2 -o zvbi zvbi.c $(pkg-config --cflags --libs zvbi-0.2)
 *     zvbi dump CHARSET < pages > cells
 *     zvbi bench CHARSET ROUNDS < pages
 *
 * CHARSET is a character set of EN 300 706, table 32: eight times the region, plus the national option
 * C12 C13 C14. Pages are 960 bytes each, the codes 00 to 7F of lines 1 to 24.
 *
 * "dump" writes eight bytes a cell, line by line:
 *
 *     0-1  libzvbi's Unicode, low byte first; mosaics are EE00 plus their code with bit 20 set where
 *          they are contiguous, and clear where separated
 *     2-3  foreground and background, 0 to 7
 *     4-5  1 for flash, 1 for conceal
 *     6    size: n normal, h upper and l lower half of double height, w double width, d upper and
 *          e lower left of double size, x any cell to the right of a wide one
 *     7    opacity: o opaque, s semi-transparent (boxed), t transparent, f transparent background
 *
 * "bench" times two steps ROUNDS times for each page, and prints the mean in the format of Go's
 * benchmarks: cached codes to attributed cells, and those cells to RGBA pixels.
 */
#include <errno.h>
#include <libzvbi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	lines = 24,
	columns = 40,
	shown_rows = lines + 1, /* with the header */
	cell_bytes = 8,
	cell_width = 12,
	cell_height = 10,
	widest = 41, /* libzvbi may add a column, for symmetry */
	packets = lines + 2,
};

/* libzvbi takes a changed header in magazine 1 for a change of channel, and forgets its pages. */
enum { magazine = 2, page = 0x00, no_page = 0xFF, no_subpage = 0x3F7F };

/* PAL sends a frame every 40 ms; libzvbi takes another interval for lost frames. */
static const double frame = 0.04;

typedef unsigned char codes[lines][columns];

static void fail(const char *what)
{
	fprintf(stderr, "zvbi: %s\n", what);
	exit(1);
}

/* A decoder that nobody listens to does not decode. */
static void on_page(vbi_event *event, void *arrived)
{
	if (event->type == VBI_EVENT_TTX_PAGE)
		*(int *)arrived = 1;
}

static void address(vbi_sliced *packet, int number)
{
	packet->id = VBI_SLICED_TELETEXT_B;
	packet->data[0] = vbi_ham8(magazine | (number & 1) << 3);
	packet->data[1] = vbi_ham8(number >> 1);
}

/* The national option is sent with its highest bit first; C4 erases what the page had before. */
static void header(vbi_sliced *packet, int number, int subpage, int national)
{
	int reversed = (national & 1) << 2 | (national & 2) | national >> 2;
	int i;

	address(packet, 0);
	packet->data[2] = vbi_ham8(number & 15);
	packet->data[3] = vbi_ham8(number >> 4);
	packet->data[4] = vbi_ham8(subpage & 15);
	packet->data[5] = vbi_ham8((subpage >> 4 & 7) | 1 << 3);
	packet->data[6] = vbi_ham8(subpage >> 8 & 15);
	packet->data[7] = vbi_ham8(subpage >> 12 & 3);
	packet->data[8] = vbi_ham8(0);
	packet->data[9] = vbi_ham8(reversed << 1);
	for (i = 10; i < 42; i++)
		packet->data[i] = vbi_par8(' ');
}

/* Sends a page and, since a page ends where the next one begins, the header of none. */
static void transmit(vbi_decoder *decoder, codes text, int national)
{
	static double now = 1;
	vbi_sliced sent[packets];
	int line, column;

	memset(sent, 0, sizeof sent);
	header(&sent[0], page, 0, national);
	for (line = 1; line <= lines; line++) {
		address(&sent[line], line);
		for (column = 0; column < columns; column++)
			sent[line].data[2 + column] = vbi_par8(text[line - 1][column]);
	}
	header(&sent[lines + 1], no_page, no_subpage, national);
	vbi_decode(decoder, sent, packets, now);
	now += frame;
}

static void fetch(vbi_decoder *decoder, vbi_page *formatted)
{
	if (!vbi_fetch_vt_page(decoder, formatted, magazine << 8 | page, VBI_ANY_SUBNO,
			       VBI_WST_LEVEL_1p5, shown_rows, FALSE))
		fail("libzvbi did not format a page");
	if (formatted->rows != shown_rows || formatted->columns < columns || formatted->columns > widest)
		fail("libzvbi formatted a page of another shape");
}

static char size_letter(vbi_size size)
{
	switch (size) {
	case VBI_NORMAL_SIZE: return 'n';
	case VBI_DOUBLE_WIDTH: return 'w';
	case VBI_DOUBLE_HEIGHT: return 'h';
	case VBI_DOUBLE_HEIGHT2: return 'l';
	case VBI_DOUBLE_SIZE: return 'd';
	case VBI_DOUBLE_SIZE2: return 'e';
	case VBI_OVER_TOP:
	case VBI_OVER_BOTTOM: return 'x';
	}
	return '?';
}

static char opacity_letter(vbi_opacity opacity)
{
	switch (opacity) {
	case VBI_OPAQUE: return 'o';
	case VBI_SEMI_TRANSPARENT: return 's';
	case VBI_TRANSPARENT_SPACE: return 't';
	case VBI_TRANSPARENT_FULL: return 'f';
	}
	return '?';
}

static void dump(vbi_decoder *decoder)
{
	unsigned char out[lines][columns][cell_bytes];
	vbi_page formatted;
	int line, column;

	fetch(decoder, &formatted);
	for (line = 0; line < lines; line++) {
		for (column = 0; column < columns; column++) {
			vbi_char *c = &formatted.text[(line + 1) * formatted.columns + column];
			unsigned char *o = out[line][column];

			o[0] = c->unicode & 0xFF;
			o[1] = c->unicode >> 8;
			o[2] = c->foreground;
			o[3] = c->background;
			o[4] = c->flash != 0;
			o[5] = c->conceal != 0;
			o[6] = size_letter(c->size);
			o[7] = opacity_letter(c->opacity);
		}
	}
	vbi_unref_page(&formatted);
	if (fwrite(out, sizeof out, 1, stdout) != 1)
		fail(strerror(errno));
}

static double nanoseconds(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
		fail(strerror(errno));
	return t.tv_sec * 1e9 + t.tv_nsec;
}

struct times {
	double format, draw, pixels; /* sums over all pages and rounds */
};

static void bench(vbi_decoder *decoder, long rounds, struct times *sum)
{
	static vbi_rgba canvas[widest * cell_width * shown_rows * cell_height];
	vbi_page formatted;
	double start;
	long i;

	fetch(decoder, &formatted); /* not timed: the first one pays for memory and caches */
	start = nanoseconds();
	for (i = 0; i < rounds; i++) {
		vbi_unref_page(&formatted);
		fetch(decoder, &formatted);
	}
	sum->format += nanoseconds() - start;

	vbi_draw_vt_page(&formatted, VBI_PIXFMT_RGBA32_LE, canvas, FALSE, TRUE);
	start = nanoseconds();
	for (i = 0; i < rounds; i++)
		vbi_draw_vt_page(&formatted, VBI_PIXFMT_RGBA32_LE, canvas, FALSE, TRUE);
	sum->draw += nanoseconds() - start;
	sum->pixels += (double)rounds * formatted.columns * cell_width * shown_rows * cell_height;
	vbi_unref_page(&formatted);
}

static void report(struct times *sum, double rounds)
{
	printf("BenchmarkZvbiFormat \t%8.0f\t%10.1f ns/op\n", rounds, sum->format / rounds);
	printf("BenchmarkZvbiDraw \t%8.0f\t%10.1f ns/op\t%10.4f ns/pixel\n", rounds,
	       sum->draw / rounds, sum->draw / sum->pixels);
}

/* Reads the next page; 0 at the end. */
static int read_page(codes text)
{
	size_t got = fread(text, 1, sizeof(codes), stdin);
	size_t i;

	if (ferror(stdin))
		fail(strerror(errno));
	if (got == 0)
		return 0;
	if (got != sizeof(codes))
		fail("the last page is too short");
	for (i = 0; i < sizeof(codes); i++)
		if (((unsigned char *)text)[i] > 0x7F)
			fail("a page has codes above 7F");
	return 1;
}

/* Reads a number within bounds; anything else ends the program. */
static long number(const char *word, long lowest, long highest)
{
	char *end;
	long n = strtol(word, &end, 10);

	if (end == word || *end != '\0' || n < lowest || n > highest)
		fail("CHARSET must be 0 to 87, ROUNDS 1 to 1000000");
	return n;
}

static vbi_decoder *open_decoder(int charset, int *arrived)
{
	vbi_decoder *decoder = vbi_decoder_new();

	if (decoder == NULL || !vbi_event_handler_register(decoder, VBI_EVENT_TTX_PAGE, on_page, arrived))
		fail("no memory for a decoder");
	vbi_teletext_set_default_region(decoder, charset & ~7);
	return decoder;
}

int main(int argc, char **argv)
{
	int dumping = argc == 3 && strcmp(argv[1], "dump") == 0;
	int benching = argc == 4 && strcmp(argv[1], "bench") == 0;
	int charset, arrived;
	long rounds, count;
	struct times sum = { 0, 0, 0 };
	vbi_decoder *decoder;
	codes text;

	if (!dumping && !benching)
		fail("usage: zvbi dump CHARSET | zvbi bench CHARSET ROUNDS");
	charset = number(argv[2], 0, 87);
	rounds = benching ? number(argv[3], 1, 1000000) : 0;
	decoder = open_decoder(charset, &arrived);
	for (count = 0; read_page(text); count++) {
		arrived = 0;
		transmit(decoder, text, charset & 7);
		if (!arrived)
			fail("libzvbi did not take a page");
		if (dumping)
			dump(decoder);
		else
			bench(decoder, rounds, &sum);
	}
	if (count == 0)
		fail("no pages came");
	if (benching)
		report(&sum, (double)count * rounds);
	vbi_decoder_delete(decoder);
	if (fflush(stdout) != 0)
		fail(strerror(errno));
	return 0;
}

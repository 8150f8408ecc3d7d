package store

import (
	"context"
	"database/sql"
	"fmt"
)

// migrations returns the steps from each schema version to the next, the first of them from an empty file. A released
// step must never change.
func migrations() []string {
	return []string{schema1, schema2, schema3, schema4, schema5, schema6, schema7}
}

// schema1 is the first schema. Rows that nothing refers to any more are removed by triggers.
const schema1 = `
-- What a document says, once for each page, deflated. length is that of the document.
CREATE TABLE content (
	id     INTEGER PRIMARY KEY,
	digest BLOB NOT NULL UNIQUE,
	form   TEXT NOT NULL,
	length INTEGER NOT NULL,
	packed BLOB NOT NULL
);

-- The subpages of a content, each by the digest of what it says.
CREATE TABLE part (
	content INTEGER NOT NULL,
	subpage INTEGER NOT NULL,
	digest  BLOB NOT NULL,
	PRIMARY KEY (content, subpage)
) WITHOUT ROWID;
CREATE INDEX part_digest ON part (digest);

-- When a page said what.
CREATE TABLE version (
	id            INTEGER PRIMARY KEY AUTOINCREMENT,
	page          INTEGER NOT NULL,
	content       INTEGER NOT NULL,
	first         INTEGER NOT NULL,
	last          INTEGER NOT NULL,
	modified      INTEGER NOT NULL,
	etag          TEXT NOT NULL,
	last_modified TEXT NOT NULL,
	cache_control TEXT NOT NULL,
	age           TEXT NOT NULL,
	date          TEXT NOT NULL
);
CREATE INDEX version_page ON version (page);
CREATE INDEX version_content ON version (content);
CREATE INDEX version_last ON version (last);

-- What is known of each page. version is its newest, NULL where none is kept; missing is since when
-- the service says that there is no such page.
CREATE TABLE page (
	number      INTEGER PRIMARY KEY,
	version     INTEGER,
	name        TEXT NOT NULL DEFAULT '',
	subpages    INTEGER NOT NULL DEFAULT 0,
	prev        INTEGER NOT NULL DEFAULT 0,
	next        INTEGER NOT NULL DEFAULT 0,
	marks_links INTEGER NOT NULL DEFAULT 0,
	fetched     INTEGER NOT NULL,
	visited     INTEGER NOT NULL DEFAULT 0,
	missing     INTEGER
);

-- The readable text of the newest version of every subpage, a line for each row of the page. id is the
-- page's number times 65536 and the subpage's.
CREATE TABLE subpage (
	id    INTEGER PRIMARY KEY,
	name  TEXT NOT NULL,
	lines TEXT NOT NULL
);

-- The same text in folded words between spaces, so that nothing is left to the tokenizer. What begins
-- with one to three letters has an index of its own: without it those searches are the slow ones.
CREATE VIRTUAL TABLE words USING fts5 (
	name, body, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3'
);

-- A service's pictures, each once however many subpages show it.
CREATE TABLE image (
	id   INTEGER PRIMARY KEY,
	hash BLOB NOT NULL UNIQUE,
	png  BLOB NOT NULL
);

-- Which picture shows what a subpage says.
CREATE TABLE picture (
	page          INTEGER NOT NULL,
	subpage       INTEGER NOT NULL,
	digest        BLOB NOT NULL,
	image         INTEGER NOT NULL,
	fetched       INTEGER NOT NULL,
	etag          TEXT NOT NULL,
	last_modified TEXT NOT NULL,
	cache_control TEXT NOT NULL,
	age           TEXT NOT NULL,
	date          TEXT NOT NULL,
	PRIMARY KEY (page, subpage, digest)
) WITHOUT ROWID;
CREATE INDEX picture_image ON picture (image);

CREATE TRIGGER version_gone AFTER DELETE ON version
WHEN NOT EXISTS (SELECT 1 FROM version WHERE content = old.content)
BEGIN
	DELETE FROM picture
	WHERE page = old.page
		AND (subpage, digest) IN (SELECT subpage, digest FROM part WHERE content = old.content)
		AND NOT EXISTS (
			SELECT 1 FROM part JOIN version ON version.content = part.content
			WHERE part.digest = picture.digest AND version.page = old.page
		);
	DELETE FROM part WHERE content = old.content;
	DELETE FROM content WHERE id = old.content;
END;

CREATE TRIGGER picture_gone AFTER DELETE ON picture
WHEN NOT EXISTS (SELECT 1 FROM picture WHERE image = old.image)
BEGIN
	DELETE FROM image WHERE id = old.image;
END;

CREATE TRIGGER picture_replaced AFTER UPDATE OF image ON picture
WHEN NOT EXISTS (SELECT 1 FROM picture WHERE image = old.image)
BEGIN
	DELETE FROM image WHERE id = old.image;
END;

CREATE TABLE visit (
	id      INTEGER PRIMARY KEY,
	page    INTEGER NOT NULL,
	subpage INTEGER NOT NULL,
	origin  INTEGER NOT NULL,
	at      INTEGER NOT NULL
);
CREATE INDEX visit_origin ON visit (origin, page, at);

CREATE TABLE favourite (
	place   INTEGER PRIMARY KEY,
	page    INTEGER NOT NULL,
	subpage INTEGER NOT NULL,
	name    TEXT NOT NULL
);

CREATE TABLE watch (
	place  INTEGER PRIMARY KEY,
	page   INTEGER NOT NULL,
	phrase TEXT NOT NULL,
	since  INTEGER NOT NULL,
	told   INTEGER NOT NULL
);

CREATE TABLE spend (
	at    INTEGER NOT NULL,
	class TEXT NOT NULL,
	count INTEGER NOT NULL,
	PRIMARY KEY (at, class)
) WITHOUT ROWID;

CREATE TABLE state (
	key   TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;
`

// schema2 adds how far the user has listened to recordings.
const schema2 = `
CREATE TABLE heard (
	key      TEXT PRIMARY KEY,
	position INTEGER NOT NULL,
	duration INTEGER NOT NULL,
	done     INTEGER NOT NULL,
	at       INTEGER NOT NULL
) WITHOUT ROWID;
`

// schema3 adds what is known of recordings that are kept or on their way.
const schema3 = `
CREATE TABLE recording (
	key     TEXT PRIMARY KEY,
	item    TEXT NOT NULL,
	state   INTEGER NOT NULL,
	keep    INTEGER NOT NULL,
	save_to TEXT NOT NULL,
	at      INTEGER NOT NULL
) WITHOUT ROWID;
`

// schema4 adds what the media endpoints gave.
const schema4 = `
CREATE TABLE media (
	path          TEXT PRIMARY KEY,
	text          BLOB NOT NULL,
	confirmed     INTEGER NOT NULL,
	etag          TEXT NOT NULL,
	last_modified TEXT NOT NULL,
	cache_control TEXT NOT NULL,
	age           TEXT NOT NULL,
	date          TEXT NOT NULL
);
CREATE INDEX media_confirmed ON media (confirmed);
`

// schema5 adds what of a page the user has seen, and lines that are followed with what they said from when on. modified
// is when the page changed by its own word. A line that is not on its page has the text "".
const schema5 = `
ALTER TABLE watch ADD COLUMN line TEXT NOT NULL DEFAULT '';
ALTER TABLE watch ADD COLUMN subpage INTEGER NOT NULL DEFAULT 0;
ALTER TABLE watch ADD COLUMN row INTEGER NOT NULL DEFAULT 0;
ALTER TABLE watch ADD COLUMN side INTEGER NOT NULL DEFAULT 0;
ALTER TABLE watch ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE watch ADD COLUMN bound REAL NOT NULL DEFAULT 0;
ALTER TABLE watch ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
CREATE TABLE line_version (
	id       INTEGER PRIMARY KEY,
	watch    TEXT NOT NULL,
	at       INTEGER NOT NULL,
	modified INTEGER NOT NULL,
	subpage  INTEGER NOT NULL,
	row      INTEGER NOT NULL,
	text     TEXT NOT NULL
);
CREATE INDEX line_version_watch ON line_version (watch, id);

-- Until when each subpage was last on the user's screen.
CREATE TABLE seen (
	page    INTEGER NOT NULL,
	subpage INTEGER NOT NULL,
	at      INTEGER NOT NULL,
	PRIMARY KEY (page, subpage)
) WITHOUT ROWID;
`

// schema6 adds moments of recordings that the user marked, in milliseconds from the recording's beginning.
const schema6 = `
CREATE TABLE mark (
	recording TEXT NOT NULL,
	moment    INTEGER NOT NULL,
	item      TEXT NOT NULL,
	chapter   TEXT NOT NULL,
	note      TEXT NOT NULL,
	at        INTEGER NOT NULL,
	PRIMARY KEY (recording, moment)
) WITHOUT ROWID;
`

// schema7 has the times of requests by a clock that cannot be set, too.
const schema7 = `
ALTER TABLE spend ADD COLUMN boot TEXT NOT NULL DEFAULT '';
ALTER TABLE spend ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
DELETE FROM state WHERE key = 'clock shift';
`

// schemaOf returns the schema version of a database, and fails where its schema cannot be read.
func schemaOf(c *sql.Conn) (version int, err error) {
	var tables int
	const query = "SELECT user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_user_version"
	return version, c.QueryRowContext(context.Background(), query).Scan(&version, &tables)
}

// migrate brings the schema up to date. The version is read again inside the transaction, since another
// program may do the same at the same time. It fails where the database cannot be written, even if there
// is nothing to do: the version is always set, for to begin a transaction is no proof.
func migrate(c *sql.Conn, steps []string) (err error) {
	run := func(query string) {
		if err == nil {
			_, err = c.ExecContext(context.Background(), query)
		}
	}
	run("BEGIN IMMEDIATE")
	if err != nil {
		return err
	}
	version, err := schemaOf(c)
	if err == nil && version > len(steps) {
		err = ErrNewer
	}
	for _, step := range steps[min(version, len(steps)):] {
		run(step)
	}
	run(fmt.Sprintf("PRAGMA user_version = %d", len(steps)))
	if version < len(steps) {
		run("COMMIT")
	}
	if err != nil || version == len(steps) {
		// Where an error ended the transaction there is nothing to roll back.
		_, _ = c.ExecContext(context.Background(), "ROLLBACK")
	}
	return err
}

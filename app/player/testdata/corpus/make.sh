#!/bin/sh
# Generates the corpus: a second or less of 440 Hz on the left and 660 Hz on the right, in every kind of MP3. It needs sox,
# lame and ffmpeg.
set -eu
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sox -D -R -n -r 44100 -c 2 -b 16 "$tmp/a.wav" synth 0.8 sine 440 sine 660 gain -6
sox -D -R -n -r 44100 -c 2 -b 16 "$tmp/noise.wav" synth 0.4 pinknoise gain -3
sox -D -R -n -r 44100 -c 2 -b 16 "$tmp/attacks.wav" synth 0.4 pinknoise synth 0.4 square amod 5.1 0 gain -6
made() { lame --quiet --noreplaygain "$@"; }
made -m s -b 128 "$tmp/a.wav" mpeg1-44-stereo-cbr.mp3
made -m j -V 4 --resample 48 "$tmp/a.wav" mpeg1-48-joint-vbr.mp3
made -m m -b 48 --resample 32 "$tmp/a.wav" mpeg1-32-mono-cbr.mp3
made -m j --abr 96 --resample 44.1 "$tmp/a.wav" mpeg1-44-joint-abr.mp3
made -m s --freeformat -b 200 --resample 44.1 "$tmp/a.wav" mpeg1-44-stereo-free.mp3
made -m j -b 320 --nores "$tmp/noise.wav" mpeg1-44-joint-noise.mp3
made -m j -b 64 --resample 44.1 "$tmp/attacks.wav" mpeg1-44-joint-attacks.mp3
made -m s -p -t -b 96 --resample 44.1 "$tmp/a.wav" mpeg1-44-stereo-crc.mp3
made -m s -b 64 --resample 22.05 "$tmp/a.wav" mpeg2-22-stereo-cbr.mp3
made -m m -V 6 --resample 24 "$tmp/a.wav" mpeg2-24-mono-vbr.mp3
made -m j -b 32 --resample 16 "$tmp/a.wav" mpeg2-16-joint-cbr.mp3
made -m m -b 16 --resample 11.025 "$tmp/a.wav" mpeg25-11-mono-cbr.mp3
made -m j -b 32 --resample 12 "$tmp/a.wav" mpeg25-12-joint-cbr.mp3
made -m j -b 24 --resample 12 "$tmp/attacks.wav" mpeg25-12-joint-attacks.mp3
made -m m -b 16 --resample 8 "$tmp/a.wav" mpeg25-8-mono-cbr.mp3
ffmpeg -v error -y -i "$tmp/a.wav" -c:a libshine -b:a 96k -write_xing 0 -id3v2_version 0 mpeg1-44-other-encoder.mp3
ffmpeg -v error -y -i "$tmp/a.wav" -c:a mp2 -b:a 96k -f mp2 layer2.mp3
ffmpeg -v error -y -f lavfi -i color=red:s=16x16 -frames:v 1 "$tmp/red.jpg"
made -m s -b 64 --id3v1-only --tt 'Old title' --ta 'Old artist' --tl 'Old album' "$tmp/a.wav" id3v1.mp3
made -m s -b 64 --id3v2-only --tt 'A picture' --ta 'An artist' --ti "$tmp/red.jpg" "$tmp/a.wav" id3v2-picture.mp3
cat >"$tmp/chapters" <<'END'
;FFMETADATA1
title=Two chapters
artist=An artist
album=An album
[CHAPTER]
TIMEBASE=1/1000
START=0
END=400
title=The first
[CHAPTER]
TIMEBASE=1/1000
START=400
END=800
title=The second
END
ffmpeg -v error -y -i "$tmp/a.wav" -i "$tmp/chapters" -map_metadata 1 -c:a libmp3lame -b:a 64k -id3v2_version 4 id3v2-chapters.mp3
{ seq 1 1200; cat mpeg1-44-stereo-crc.mp3; } >junk-before.mp3
head -c 7001 mpeg1-44-stereo-crc.mp3 >truncated.mp3
cp mpeg1-44-stereo-crc.mp3 flipped.mp3
for at in 900 1234 2500 2504 2508 2512 4000 6001 8000; do
	printf '\125\252\377\373' | dd of=flipped.mp3 bs=1 seek="$at" conv=notrunc status=none
done

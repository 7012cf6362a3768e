#!/usr/bin/env python3
"""Makes the database of a shop for music: eleven tables with keys between them, nulls, dates, prices, blobs, JSON and
names in many scripts. Every run makes the same one.

usage: chinook.py DATABASE
"""

import json
import os
import random
import sqlite3
import sys
from datetime import datetime, timedelta

SCHEMA = """
CREATE TABLE artists (ArtistId INTEGER PRIMARY KEY NOT NULL, Name NVARCHAR(120));
CREATE TABLE albums (
  AlbumId INTEGER PRIMARY KEY NOT NULL, Title NVARCHAR(160) NOT NULL,
  ArtistId INTEGER NOT NULL REFERENCES artists, Cover BLOB);
CREATE TABLE genres (GenreId INTEGER PRIMARY KEY NOT NULL, Name NVARCHAR(120));
CREATE TABLE media_types (MediaTypeId INTEGER PRIMARY KEY NOT NULL, Name NVARCHAR(120), Lossless BOOLEAN NOT NULL);
CREATE TABLE tracks (
  TrackId INTEGER PRIMARY KEY NOT NULL, Name NVARCHAR(200) NOT NULL, AlbumId INTEGER REFERENCES albums,
  MediaTypeId INTEGER NOT NULL REFERENCES media_types, GenreId INTEGER REFERENCES genres, Composer NVARCHAR(220),
  Milliseconds INTEGER NOT NULL, Bytes BIGINT, UnitPrice NUMERIC(10, 2) NOT NULL, Loudness REAL, Tags JSON TEXT);
CREATE TABLE playlists (PlaylistId INTEGER PRIMARY KEY NOT NULL, Name NVARCHAR(120));
CREATE TABLE playlist_track (
  PlaylistId INTEGER NOT NULL REFERENCES playlists, TrackId INTEGER NOT NULL REFERENCES tracks,
  PRIMARY KEY (PlaylistId, TrackId)) WITHOUT ROWID;
CREATE TABLE employees (
  EmployeeId INTEGER PRIMARY KEY NOT NULL, LastName NVARCHAR(20) NOT NULL, FirstName NVARCHAR(20) NOT NULL,
  Title NVARCHAR(30), ReportsTo INTEGER REFERENCES employees, BirthDate DATETIME, HireDate DATETIME,
  Email NVARCHAR(60), Photo BLOB);
CREATE TABLE customers (
  CustomerId INTEGER PRIMARY KEY NOT NULL, FirstName NVARCHAR(40) NOT NULL, LastName NVARCHAR(20) NOT NULL,
  Company NVARCHAR(80), City NVARCHAR(40), Country NVARCHAR(40), PostalCode NVARCHAR(10), Email NVARCHAR(60) NOT NULL,
  Newsletter BOOLEAN, SupportRepId INTEGER REFERENCES employees);
CREATE TABLE invoices (
  InvoiceId INTEGER PRIMARY KEY NOT NULL, CustomerId INTEGER NOT NULL REFERENCES customers,
  InvoiceDate DATETIME NOT NULL, PaidAt TIMESTAMP, BillingCity NVARCHAR(40), Total NUMERIC(10, 2) NOT NULL);
CREATE TABLE invoice_items (
  InvoiceLineId INTEGER PRIMARY KEY NOT NULL, InvoiceId INTEGER NOT NULL REFERENCES invoices,
  TrackId INTEGER NOT NULL REFERENCES tracks, UnitPrice NUMERIC(10, 2) NOT NULL, Quantity INTEGER NOT NULL);
CREATE INDEX tracks_of_albums ON tracks (AlbumId);
"""

WORDS = """
night river stone glass winter engine paper silver garden echo shadow orbit ember harbor signal velvet thunder mirror
fjørd café señor naïve Ærøskøbing Øresund straße élan ночь река зима огонь λόγος θάλασσα שלום ليل 夜 川 冬 光 춘향 ด้าน हवा
🎸 🎷 e\u0301tude 'quoted' "double" semi;colon comma,comma back\\slash tab\there
""".split()
FIRST_NAMES = "Ada Björn Chloé Đorđe Eléna François Grażyna Håkon Ирина João Κώστας 麗華 Łukasz María Niamh Óscar".split()
LAST_NAMES = "Almeida Björnsson Çelik Dvořák Εconomou Fernández Grønlund Højgaard Иванова Johansson 김 Müller Nguyễn".split()
CITIES = [("São Paulo", "Brazil"), ("Zürich", "Switzerland"), ("København", "Denmark"), ("Kraków", "Poland"),
          ("Москва", "Russia"), ("東京", "Japan"), ("Delhi", "India"), ("Montréal", "Canada")]
GENRES = ["Rock", "Jazz", "Metal", "Bossa Nova", "Blues", "Música Popular", "Schlager", "Opera", "Electronica", None]


def main(path):
    if os.path.exists(path):
        os.remove(path)
    dice = random.Random(11)

    def words(most):
        return " ".join(dice.choice(WORDS) for _ in range(dice.randint(1, most)))

    def sometimes(value, chance=0.8):
        return value if dice.random() < chance else None

    def blob(most):
        return dice.randbytes(dice.randint(0, most))

    def day(first_year, years):
        return datetime(first_year, 1, 1) + timedelta(seconds=dice.randrange(years * 365 * 86_400))

    database = sqlite3.connect(path)
    database.executescript(SCHEMA)

    def fill(table, rows):
        rows = list(rows)
        marks = ",".join("?" * len(rows[0]))
        database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        return rows

    artists = fill("artists", ((i, sometimes(words(3), 0.95)) for i in range(1, 61)))
    albums = fill("albums", ((i, words(4), dice.choice(artists)[0], sometimes(blob(300), 0.5)) for i in range(1, 141)))
    genres = fill("genres", enumerate(GENRES, 1))
    media_types = fill("media_types", [(1, "MPEG audio", 0), (2, "AAC audio", 0), (3, "Purchased AAC", 0),
                                       (4, "FLAC", 1), (5, None, 1)])
    tracks = fill("tracks", (
        (i, words(5), sometimes(dice.choice(albums)[0]), dice.choice(media_types)[0], sometimes(dice.choice(genres)[0]),
         sometimes(" / ".join(words(2) for _ in range(2)), 0.6), dice.randrange(10_000, 600_000),
         sometimes(dice.randrange(1 << 40)), dice.choice([0.99, 1.29, 1.99]), sometimes(dice.gauss(-14, 3)),
         sometimes(json.dumps({"mood": words(1), "bpm": dice.randrange(60, 200), "live": dice.random() < 0.1},
                              ensure_ascii=dice.random() < 0.5), 0.3))
        for i in range(1, 1201)))
    playlists = fill("playlists", ((i, words(2)) for i in range(1, 16)))
    pairs = {(dice.choice(playlists)[0], dice.choice(tracks)[0]) for _ in range(2500)}
    fill("playlist_track", sorted(pairs))
    employees = fill("employees", (
        (i, dice.choice(LAST_NAMES), dice.choice(FIRST_NAMES), sometimes(words(2)),
         dice.randrange(1, i) if i > 1 else None, day(1950, 40).strftime("%Y-%m-%d 00:00:00"),
         sometimes(day(2002, 8).strftime("%Y-%m-%d %H:%M:%S")), f"employee{i}@example.com", sometimes(blob(2000)))
        for i in range(1, 9)))
    customers = fill("customers", (
        (i, dice.choice(FIRST_NAMES), dice.choice(LAST_NAMES), sometimes(words(2), 0.2), *dice.choice(CITIES),
         sometimes(f"{dice.randrange(100_000):05}"), f"customer{i}@example.com", sometimes(int(dice.random() < 0.5)),
         sometimes(dice.choice(employees)[0]))
        for i in range(1, 61)))
    invoices, items = [], []
    for i in range(1, 413):
        total, date = 0, day(2009, 5)
        for _ in range(dice.randint(1, 9)):
            track, quantity = dice.choice(tracks), dice.choice([1, 1, 1, 2, 3])
            items.append((len(items) + 1, i, track[0], track[8], quantity))
            total += track[8] * quantity
        paid = date + timedelta(milliseconds=dice.randrange(10**10))
        invoices.append((i, dice.choice(customers)[0], date.strftime("%Y-%m-%d %H:%M:%S"),
                         sometimes(paid.isoformat(timespec="milliseconds") + "Z"), dice.choice(CITIES)[0],
                         round(total, 2)))
    fill("invoices", invoices)
    fill("invoice_items", items)
    database.commit()
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

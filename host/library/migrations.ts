/** One step of the library's schema. `user_version` counts how many have been applied. Never change one that shipped. */
export const migrations: readonly string[] = [
  `
  create table transcript (
    id integer primary key autoincrement,
    name text not null,
    format text not null,
    bytes integer not null,
    sha256 text not null unique,
    imported_at integer not null,
    sample integer not null default 0,
    indexed integer not null default 0,
    -- 0: shown; a process id: hidden by that host, which can still undo it; -1: to be purged
    removed integer not null default 0,
    report text not null
  ) strict;

  -- The file byte for byte: pieces of it in order, each compressed with zstd. Threads are read from here.
  create table raw_chunk (
    transcript integer not null references transcript on delete cascade,
    seq integer not null,
    bytes integer not null,
    data blob not null,
    primary key (transcript, seq)
  ) strict;

  -- A lane. Message k has the search row first_message + k; "skeleton" is what search must know of its messages:
  -- their roles and the handles of their kept parts.
  create table thread (
    id integer primary key autoincrement,
    transcript integer not null references transcript on delete cascade,
    position integer not null,
    name text not null,
    summary text not null,
    first_message integer not null,
    messages integer not null,
    skeleton blob not null,
    unique (transcript, name)
  ) strict;
  create index thread_first_message on thread (first_message);

  -- What search reads, prepared after an import. Long texts lie in packs, many to one so that they compress well
  -- together; a blob is a long text that is stored once, found by its hash.
  create table pack (
    id integer primary key autoincrement,
    bytes integer not null,
    data blob not null
  ) strict;
  create table blob (
    hash blob primary key,
    pack integer not null references pack on delete cascade,
    start integer not null,
    bytes integer not null
  ) strict, without rowid;
  create index blob_pack on blob (pack);
  create table pack_use (
    transcript integer not null references transcript on delete cascade,
    pack integer not null references pack,
    primary key (transcript, pack)
  ) strict, without rowid;
  create index pack_use_pack on pack_use (pack);

  -- Kept parts in the order in which they were read: "first" is the handle of the first in the batch.
  create table parts (
    transcript integer not null references transcript on delete cascade,
    first integer not null,
    count integer not null,
    data blob not null,
    primary key (transcript, first)
  ) strict;

  create table profile (
    id text primary key,
    name text not null,
    profile text not null,
    saved_at integer not null
  ) strict;

  create table run (
    id text primary key,
    transcript integer not null references transcript on delete cascade,
    thread text not null,
    profile text not null,
    faults text not null,
    totals text not null,
    started_at integer not null
  ) strict;
  create index run_transcript on run (transcript, started_at);

  create table setting (
    key text primary key,
    value text not null
  ) strict;

  create virtual table message_text using fts5(
    text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
  );
  `,
  `
  -- A fingerprint of the first bytes, by which a longer version of the same file is found; '' where it is not known.
  alter table transcript add column head text not null default '';
  -- Secrets and personal data that were seen, as JSON; null until they have been looked for, which indexing does.
  alter table transcript add column sensitive text;
  update transcript set indexed = 0;

  -- The SHA-256 of the file that the run was of: a file that grows keeps its transcript.
  alter table run add column content text not null default '';
  `,
  `
  -- Of a file that was packed: its own bytes. What raw_chunk holds is then its text, which all else is read from.
  create table packed_chunk (
    transcript integer not null references transcript on delete cascade,
    seq integer not null,
    data blob not null,
    primary key (transcript, seq)
  ) strict;
  -- Where the text is several files in a row: their names and sizes in bytes, as JSON.
  alter table transcript add column parts text;
  `,
  `
  -- "sensitive" is what a list of transcripts tells: counts. All that was seen, with its places, is here.
  alter table transcript add column sightings text;
  update transcript set indexed = 0, sensitive = null;
  `,
  `
  -- Bytes of a packed file's text; null where the file is its own text. A longer version is found by the text.
  alter table transcript add column text_bytes integer;
  update transcript set head = '', text_bytes =
    (select sum(raw_chunk.bytes) from raw_chunk where raw_chunk.transcript = transcript.id)
    where id in (select packed_chunk.transcript from packed_chunk);
  `,
  `
  -- A file of the folder "raw" that holds what is not compressed yet of a transcript's text: "bytes" bytes as they came,
  -- from where the chunk "first" begins. A chunk that is in raw_chunk is read from there.
  create table raw_file (
    transcript integer primary key references transcript on delete cascade,
    name text not null,
    first integer not null,
    bytes integer not null
  ) strict;
  `,
  `
  -- No table changes. From here on the skeleton of most threads is shorter: see host/library/skeleton.ts, which reads
  -- both forms.
  `,
];

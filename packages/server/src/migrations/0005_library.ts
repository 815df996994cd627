import { type Kysely, type QueryExecutorProvider, sql } from "kysely";

/** @public Kysely calls it by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPromptTables(db);
  await sql`
    create table user_settings (
      user_id text primary key references users (id) on delete cascade,
      settings jsonb not null,
      updated_at timestamptz not null
    )`.execute(db);
  await createMessageIndex(db, "at once");
}

/**
 * @public Creates the message index while an earlier version keeps writing messages. This takes about 0.5 ms per
 * message, which is hours for millions of them; inside the migration's transaction it would block all writes.
 */
export async function prepare(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ is_valid: boolean }>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass('messages_words')`.execute(db);
  if (rows[0]?.is_valid) return;
  // Left over from an interrupted creation: writes maintain such an index, but searches cannot use it.
  await sql`drop index concurrently if exists messages_words`.execute(db);
  await createMessageIndex(db, "concurrently");
}

async function createPromptTables(db: Kysely<unknown>): Promise<void> {
  // One row per person. Each change to their prompts or folders locks it, so that revisions are committed in order.
  await sql`
    create table libraries (
      owner_id text primary key references users (id) on delete cascade,
      last_revision bigint not null default 0
    )`.execute(db);
  // `revision`: the owner's counter when the row was last written. A deleted prompt keeps its row, without the item.
  await sql`
    create table prompts (
      owner_id text not null references users (id) on delete cascade,
      id text not null,
      item jsonb,
      bytes integer not null default 0,
      revision bigint not null,
      updated_at timestamptz not null,
      primary key (owner_id, id)
    )`.execute(db);
  await sql`create index prompts_changed on prompts (owner_id, revision)`.execute(db);
  // Revision 0: written by an earlier version and not yet synced to any device.
  await sql`
    alter table folders
      add column revision bigint not null default 0,
      add column is_deleted boolean not null default false,
      add column updated_at timestamptz not null default now()`.execute(db);
  await sql`create index folders_changed on folders (owner_id, revision)`.execute(db);
  // An earlier version that runs alongside this one changes folders without setting a revision, and may move a
  // conversation into a deleted folder. This trigger then resets the revision and undeletes the folder.
  await sql`
    create function folders_uncounted() returns trigger language plpgsql as $$
    begin
      new.revision := 0;
      new.is_deleted := false;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger folders_uncounted before update on folders for each row
    when (new.revision = old.revision and old.revision > 0 and (old.is_deleted
      or (new.name, new.type, new.date, new.pinned) is distinct from (old.name, old.type, old.date, old.pinned)))
    execute function folders_uncounted()`.execute(db);
}

/**
 * `message_words` splits a message into words: lower case, without accents, separated by punctuation and spaces; and
 * into pairs of letters in scripts without spaces (the last letter of a run by itself). It depends on no locale and no
 * extension. Each word is prefixed with the start of its owner's id, so that the index has one person's words next to
 * each other and a prefix search reads nobody else's. Only the first 50,000 characters of a message are indexed: a
 * tsvector is limited to 1 MB, and a letter takes up to 16 bytes. Normalization to NFKD can expand a letter into many;
 * on average three per letter are processed, as many as a Korean syllable has.
 */
async function createMessageIndex(db: QueryExecutorProvider, how: "at once" | "concurrently"): Promise<void> {
  const { rows } = await sql<{ name: string }>`select getdatabaseencoding() as name`.execute(db);
  if (rows[0]?.name !== "UTF8") throw new Error("The database must have the encoding UTF8.");
  await sql.raw(messageWords).execute(db);
  // An answer in progress is rewritten every second, so it is indexed only when it has ended. A short pending list
  // keeps the write that has to merge it from taking long.
  await sql`
    create index ${sql.raw(how === "concurrently" ? how : "")} if not exists messages_words on messages using gin (message_words(owner_id, content, label))
    with (gin_pending_list_limit = 256) where (not (data ? 'run') or data ? 'end')`.execute(db);
}

const unspaced = String.raw`\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff`;
const signs = String.raw`\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b0-\u02ff\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u180e\u2000-\u2bff\u2e00-\u3004\u3008-\u3040\U0001f000-\U0001faff`;
const marks = String.raw`\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200d\u2060\ufeff`;
const asciiSigns = String.raw`\t\n\x0b\f\r!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~`;

/** For databases whose locale only lowercases ASCII. Accented letters are not listed, because NFKD decomposes them. */
const capitals = [
  ...["ØŁĐÐÞŊÆŒẞ", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐҒҚҢҮҰҺӘӨ"],
  "ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ",
].join("");

const messageWords = `
create or replace function message_words(owner_id text, content text, label text) returns tsvector
language plpgsql immutable parallel safe as $body$
declare
  given text := left(content, 40000) || case when label is null or label = content then '' else ' ' || left(label, 9999) end;
  folded text;
  words text[];
begin
  if octet_length(given) = length(given) then
    words := string_to_array(translate(lower(given collate "C"), E'${asciiSigns}', repeat(' ', 37)), ' ');
  else
    folded := lower(regexp_replace(left(normalize(given, nfkd), 150000), '[${marks}]+', '', 'g'));
    if lower('Ж') <> 'ж' then
      folded := translate(folded, '${capitals}', '${capitals.toLowerCase()}');
    end if;
    folded := normalize(translate(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıðς', 'oldidσ'), nfc);
    if folded !~ '[${unspaced}]' then
      words := regexp_split_to_array(folded, '[${signs}]+');
    else
      words := regexp_split_to_array(folded, '[${signs}${unspaced}]+') || array(
        select letter || case when lead(at) over (order by at) = at + 1 then lead(letter) over (order by at) else '' end
        from unnest(string_to_array(folded, null)) with ordinality as letters (letter, at)
        where letter ~ '[${unspaced}]'
      );
    end if;
  end if;
  return array_to_tsvector(array(select left(owner_id, 8) || left(word, 40) from unnest(words) as word where word <> ''));
end $body$`;

import { type Kysely, type QueryExecutorProvider, sql } from "kysely";

/** @public Kysely finds it by its name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLibrary(db);
  await sql`
    create table user_settings (
      user_id text primary key references users (id) on delete cascade,
      settings jsonb not null,
      updated_at timestamptz not null
    )`.execute(db);
  await createMessageIndex(db, "at once");
}

/**
 * @public Makes the index of messages while an earlier version goes on writing them: some 0.5 ms a message, which are hours where there are
 * millions. Within the transaction everybody's writing would wait for it.
 */
export async function beforehand(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ is_valid: boolean }>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass('messages_words')`.execute(db);
  if (rows[0]?.is_valid) return;
  // What is left of one that was cut off: every write keeps it up to date, and no search may use it.
  await sql`drop index concurrently if exists messages_words`.execute(db);
  await createMessageIndex(db, "concurrently");
}

async function createLibrary(db: Kysely<unknown>): Promise<void> {
  // One row a person: it is locked by whoever changes their library, so that revisions are committed in their order.
  await sql`
    create table libraries (
      owner_id text primary key references users (id) on delete cascade,
      last_revision bigint not null default 0
    )`.execute(db);
  // `revision`: the owner's counter when the row was last written. A deleted prompt keeps its row, without its item.
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
  // Revision 0: written by an earlier version, and not told to anybody yet.
  await sql`
    alter table folders
      add column revision bigint not null default 0,
      add column is_deleted boolean not null default false,
      add column updated_at timestamptz not null default now()`.execute(db);
  await sql`create index folders_changed on folders (owner_id, revision)`.execute(db);
  // An earlier version that runs beside this one changes folders without counting, and files a conversation in one that was deleted.
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
 * `message_words` takes a message apart: lower case, without accents, words as they stand between signs and spaces, and pairs of letters
 * where a script has no spaces (the last letter of a run by itself). It depends on no locale and no extension. Before each word
 * stands the beginning of its owner's id: so the index has one person's words side by side, and a look for the beginning of a word
 * reads nobody else's. Beyond the first 50,000 characters a message is not indexed: a vector holds 1 MB, and letters of the most bytes
 * take 16 each. Some letters are many in their compatible form: three each are looked at, the parts of a Korean syllable.
 */
async function createMessageIndex(db: QueryExecutorProvider, how: "at once" | "concurrently"): Promise<void> {
  const { rows } = await sql<{ name: string }>`select getdatabaseencoding() as name`.execute(db);
  if (rows[0]?.name !== "UTF8") throw new Error("The database must have the encoding UTF8.");
  await sql.raw(messageWords).execute(db);
  // An answer that is being written is rewritten each second, and enters the index when it has ended. A short list of entries that wait to
  // be sorted in keeps a write from waiting for a long one.
  await sql`
    create index ${sql.raw(how === "concurrently" ? how : "")} if not exists messages_words on messages using gin (message_words(owner_id, content, label))
    with (gin_pending_list_limit = 256) where (not (data ? 'run') or data ? 'end')`.execute(db);
}

const unspaced = String.raw`\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff`;
const signs = String.raw`\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b0-\u02ff\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u180e\u2000-\u2bff\u2e00-\u3004\u3008-\u3040\U0001f000-\U0001faff`;
const marks = String.raw`\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200d\u2060\ufeff`;
const asciiSigns = String.raw`\t\n\x0b\f\r!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~`;

/** For databases whose locale knows the capitals of English alone; without those that are a letter with an accent. */
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

// The service `secrets` of docker-compose.yml: creates the passwords of the database and the keys of the service, once. Each file is
// created only if it is missing, so a repeated or interrupted run changes nothing that is in use.
//
// /etc/fanclub/server/env               DATABASE_URL, SESSION_KEYS, ENCRYPTION_KEYS
// /etc/fanclub/owner/env                DATABASE_OWNER_URL
// /etc/fanclub/owner/postgres-password  the same password, for the container of PostgreSQL
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '/etc/fanclub', host = 'postgres'] = process.argv.slice(2);

/** Writes the file unless it exists; a draft is renamed, so that an interrupted run leaves no half of a file. */
function create(path, text) {
  const file = join(folder, path);
  if (existsSync(file)) return;
  writeFileSync(`${file}.draft`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.draft`, file);
  console.log(`Created ${file}`);
}

const password = () => randomBytes(24).toString('base64url');
const key = () => randomBytes(32).toString('base64');
const address = (role, secret) => `postgres://${role}:${secret}@${host}:5432/fanclub`;

create('owner/postgres-password', password());
const ofOwner = readFileSync(join(folder, 'owner/postgres-password'), 'utf8');
create('owner/env', `DATABASE_OWNER_URL=${address('fanclub_owner', ofOwner)}\n`);
create(
  'server/env',
  `DATABASE_URL=${address('fanclub_server', password())}\nSESSION_KEYS=${key()}\nENCRYPTION_KEYS=${key()}\n`,
);

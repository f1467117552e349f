// Gives HAProxy the routes of all cells, in one step, without a restart. FILE is the map that HAProxy reads when it starts.
//   node routes.mjs SOCKET FILE --collect COMMAND   COMMAND prints what `fanclub cell routes` prints, of every cell
//   node routes.mjs SOCKET FILE --change            standard input has what `fanclub move` prints, `PLACE cell:NUMBER`; all others stay
//   node routes.mjs SOCKET FILE                     standard input has all routes; only while no fan club moves
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

const USAGE = 'Usage: node routes.mjs SOCKET FILE [--collect COMMAND | --change < routes]';
/** A fan club that moves changes the map, so that the collected routes may be old. */
const MOST_COLLECTIONS = 5;
/** Seconds to wait for another call that writes the map. */
const LOCK_PATIENCE = 10;

const [socket, file, option, collect] = process.argv.slice(2);
const isValid = { '--change': !collect, '--collect': Boolean(collect) }[option] ?? option === undefined;
if (!file || !isValid) fail(USAGE);

if (option === '--collect') await collectAndReplace();
else {
  const given = linesOf(await text(process.stdin));
  const unlock = await lock();
  await replace(option === '--change' ? changed(linesOf(readFileSync(file, 'utf8')), given) : given);
  unlock();
}

/** Collects all routes, again if the map was changed since then, and replaces it. */
async function collectAndReplace() {
  for (let time = 0; time < MOST_COLLECTIONS; time += 1) {
    const before = versionOf(file);
    const collected = linesOf(await outputOf(collect));
    const unlock = await lock();
    if (versionOf(file) === before) {
      await replace(collected);
      return unlock();
    }
    unlock();
  }
  fail('The map was changed each time while the routes were collected, so nothing was changed.');
}

/** Replaces the map, on the disk and in HAProxy. */
async function replace(lines) {
  const places = lines.map((line) => line.split(' ')[0]);
  const seen = new Set();
  const twice = places.filter((place) => seen.size === seen.add(place).size);
  if (lines.length === 0) fail('There are no routes, so nothing was changed.');
  if (twice.length > 0) fail(`Several cells have ${twice[0]}, so nothing was changed.`);
  const wrong = lines.find((line) => !/^(key|fanclub|account|host|cell):\S+ \S+$/.test(line));
  if (wrong !== undefined) fail(`This is not a route, so nothing was changed: ${wrong}`);
  // HAProxy would send the requests of an unknown backend to its default one.
  const backends = linesOf(await command('show backend'));
  const lost = lines.find((line) => !backends.includes(line.split(' ')[1]));
  if (lost !== undefined) fail(`HAProxy has no such backend, so nothing was changed: ${lost}`);

  const next = `${file}.next`;
  writeFileSync(next, `${lines.join('\n')}\n`);
  renameSync(next, file);

  const version = /New version created: (\d+)/.exec(await command(`prepare map ${file}`))?.[1];
  if (!version) fail('HAProxy did not accept the map.');
  // HAProxy reads a limited number of bytes at a time.
  for (let at = 0; at < lines.length; at += 500) {
    const part = lines.slice(at, at + 500);
    const answer = await command(`add map @${version} ${file} <<\n${part.join('\n')}\n`);
    if (answer.trim() !== '') fail(answer);
  }
  const answer = await command(`commit map @${version} ${file}`);
  if (answer.trim() !== '') fail(answer);
}

/** The present routes with those of a fan club that has moved. The route `cell:NUMBER` has the name of its backend. */
function changed(present, moved) {
  const routes = new Map(present.map((line) => line.split(' ')));
  for (const line of moved) {
    const [place, cell] = line.split(' ');
    if (!routes.has(cell)) fail(`There is no route ${cell}, so nothing was changed.`);
    routes.set(place, routes.get(cell));
  }
  return [...routes].map((route) => route.join(' '));
}

/** Waits until no other call writes the map. @returns ends the lock, as the end of this process does */
async function lock() {
  const holder = spawn('flock', ['-w', String(LOCK_PATIENCE), `${file}.lock`, 'sh', '-c', 'echo && cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [held] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
  if (!Buffer.isBuffer(held)) fail('Another call writes the map, so nothing was changed.');
  return () => holder.stdin.end();
}

/** Each write replaces the file. */
function versionOf(path) {
  const { ino, mtimeNs } = statSync(path, { bigint: true });
  return `${ino} ${mtimeNs}`;
}

async function outputOf(shellCommand) {
  const child = spawn(shellCommand, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const output = await text(child.stdout);
  const [code] = await closed;
  if (code !== 0) fail('Not all routes could be collected, so nothing was changed.');
  return output;
}

function linesOf(written) {
  return written.split('\n').filter((line) => line !== '');
}

/** Sends a command, and returns HAProxy's answer. */
async function command(line) {
  const connection = connect(socket);
  await once(connection, 'connect');
  connection.end(`${line}\n`);
  return text(connection);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

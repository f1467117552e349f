// Gives HAProxy the routes of all cells, in one step, without a restart: node routes.mjs SOCKET FILE [--change] < routes
// Standard input has the lines that `fanclub cell routes` prints, of every cell. FILE is the map that HAProxy reads when it starts.
// With --change, it has those that `fanclub move` prints, `PLACE cell:NUMBER`, and all others stay as they are in FILE.
import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

const [socket, file, change] = process.argv.slice(2);
if (!file || (change && change !== '--change'))
  fail('Usage: node routes.mjs SOCKET FILE [--change] < routes');

const given = linesOf(await text(process.stdin));
const lines = change ? changed(linesOf(readFileSync(file, 'utf8')), given) : given;
const places = lines.map((line) => line.split(' ')[0]);
const twice = places.filter((place, at) => places.indexOf(place) !== at);
if (lines.length === 0) fail('There are no routes, so nothing was changed.');
if (twice.length > 0) fail(`Several cells have ${twice[0]}, so nothing was changed.`);
const wrong = lines.find((line) => !/^(key|fanclub|account|host|cell):\S+ \S+$/.test(line));
if (wrong !== undefined) fail(`This is not a route, so nothing was changed: ${wrong}`);

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

function linesOf(written) {
  return written.split('\n').filter((line) => line !== '');
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

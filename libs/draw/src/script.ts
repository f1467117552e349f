/**
 * A verifier of published files in plain JavaScript, for the console of any browser and for Node.js. It shares nothing with this
 * library, so that it finds the library's faults as well. Fans read it on the page of a draw.
 */
export const VERIFY_SCRIPT = `async function verifyDraw({ format, contest, commitment, list_hash, beacon, seed, key, prizes, entries, ranking }) {
  const text = new TextEncoder(), raw = Uint8Array.from(seed.match(/../g), (byte) => parseInt(byte, 16));
  const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const sha256 = async (bytes) => hex(await crypto.subtle.digest('SHA-256', bytes));
  const usage = [{ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']], head = \`fanclub-draw-v1\\n\${contest}\\n\`;
  const sign = async (key, data) => crypto.subtle.sign('HMAC', key, text.encode(data));
  const secret = await crypto.subtle.importKey('raw', raw, ...usage);
  const list = head + entries.length + '\\n' + [...entries].sort((a, b) => a - b).map((id) => id + '\\n').join('');
  const found = await sign(secret, \`fanclub-draw-v1\\n\${list_hash}\\n\${beacon}\`);
  const drawKey = await crypto.subtle.importKey('raw', found, ...usage);
  const scores = new Map(await Promise.all(entries.map(async (id) => [id, hex(await sign(drawKey, String(id)))])));
  const order = [...entries].sort((a, b) => (scores.get(a) < scores.get(b) ? -1 : 1));
  let rank = 0; const areWinners = prizes.every(({ winners, entries: won }) => String(won) === String(order.slice(rank, (rank += winners))));
  return format === 'fanclub-draw-v1' && (await sha256(new Uint8Array([...text.encode(head), ...raw]))) === commitment
    && (await sha256(text.encode(list))) === list_hash && hex(found) === key && String(order) === String(ranking)
    && new Set(entries).size === entries.length && areWinners;
}`;

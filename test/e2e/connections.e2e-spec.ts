import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { testApp } from '../support/start-test-app';

const MAX_CONNECTIONS = 4;

const t = testApp({ MAX_CONNECTIONS: String(MAX_CONNECTIONS) });

const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

/** Opens a connection and sends a request; returns whether it was answered. */
async function ask(): Promise<{ socket: Socket; answered: boolean }> {
  const socket = connect(Number(new URL(t.origin).port), '127.0.0.1');
  socket.on('error', () => undefined).write(REQUEST);
  const answered = await Promise.race([
    once(socket, 'data').then(
      () => true,
      () => false,
    ),
    once(socket, 'close').then(() => false),
  ]);
  return { socket, answered };
}

afterEach(() => jest.restoreAllMocks());

describe('connections above the limit of a process', () => {
  it('are closed without an answer until others end, with one message to the operator', async () => {
    const warn = jest.spyOn(t.app.getHttpAdapter().getInstance().log, 'warn');
    const open = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, ask));
    expect(open.map(({ answered }) => answered)).toEqual(Array(MAX_CONNECTIONS).fill(true));
    for (let n = 0; n < 3; n += 1) expect((await ask()).answered).toBe(false);
    expect(warn.mock.calls).toEqual([[{ connections: MAX_CONNECTIONS }, 'connections refused']]);

    for (const { socket } of open) socket.destroy();
    let again = await ask();
    // The server notices the closed connection a moment later.
    while (!again.answered) again = await ask();
    again.socket.destroy();
  });
});

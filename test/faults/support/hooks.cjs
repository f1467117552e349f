'use strict';
// Loaded into the service before its own program, by the fault tests only. Their messages move its clock, block its event loop, or
// leave a rejection that nothing handles. The process ends with the tests. When it exits by itself, it writes how many requests it had
// begun to process and not answered.
const { subscribe } = require('node:diagnostics_channel');
const { writeSync } = require('node:fs');

let unanswered = 0;
subscribe('http.server.request.start', () => (unanswered += 1));
subscribe('http.server.response.finish', () => (unanswered -= 1));
process.on('exit', () => writeSync(2, `requests without an answer: ${unanswered}\n`));

const RealDate = Date;
let offset = 0;

const now = () => RealDate.now() + offset;

function moveClock(milliseconds) {
  offset = milliseconds;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, created) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, created),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

function block(milliseconds) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

process.on('message', (message) => {
  if ('clock' in message) moveClock(message.clock);
  if ('block' in message) block(message.block);
  if ('reject' in message) void Promise.reject(new Error(message.reject));
});
process.once('disconnect', () => process.exit());
// The channel must not keep the service alive.
process.channel?.unref();

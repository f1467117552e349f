import 'reflect-metadata';
import type { Finding } from '#tools/doctor';
import { CommandFailed } from './command';
import { report } from './doctor.command';

const OK: Finding = { state: 'ok', subject: 'clock', text: 'agrees' };
const WARNING: Finding = { state: 'warning', subject: 'disk', text: '2 GB are free', remedy: 'Free some.' };
const PROBLEM: Finding = { ...WARNING, state: 'problem' };

function reported(...found: Finding[]) {
  const [out, logged]: [string[], string[]] = [[], []];
  const print = (line: string): number => out.push(line);
  report(found, { print, log: (line) => logged.push(line) });
  return { out, logged };
}

it('a report has a line for each finding, and below it what to do', () => {
  expect(reported(OK, WARNING)).toEqual({
    out: [
      'state    checked  found',
      'ok       clock    agrees',
      'warning  disk     2 GB are free',
      '                  → Free some.',
    ],
    logged: ['1 ok, 1 to look at, 0 to correct.'],
  });
});

it('the command fails, with exit code 1, only if there is a problem', () => {
  expect(() => reported(OK)).not.toThrow();
  expect(() => reported(OK, WARNING)).not.toThrow();
  expect(() => reported(OK, WARNING, PROBLEM)).toThrow(
    new CommandFailed('1 ok, 1 to look at, 1 to correct.'),
  );
});

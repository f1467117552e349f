import 'reflect-metadata';
import { fanclub } from './main';

async function call(...parameters: string[]): Promise<{ code: number; out: string; logged: string }> {
  const out: string[] = [];
  const logged: string[] = [];
  const code = await fanclub(
    parameters,
    {},
    { print: (line) => out.push(line), log: (line) => logged.push(line) },
  );
  return { code, out: out.join('\n'), logged: logged.join('\n') };
}

describe('fanclub', () => {
  it('prints its help to standard output', async () => {
    const { code, out, logged } = await call('--help');
    expect({ code, logged }).toEqual({ code: 0, logged: '' });
    expect(out).toContain('fanclub trust KEY ORIGIN…');
    expect(out).toContain('fanclub key create organization NAME [--label TEXT]');
    expect(out).toContain('fanclub staff disable|enable EMAIL');
    expect(out).toContain('fanclub import FILE [--dry-run] [--allow-removals] [--allow-keys]');
  });

  it('prints at most 100 columns', async () => {
    const wrong = ['payments', 'key', 'mail', 'staff'].map((name) => call(name));
    const printed = [await call('--help'), ...(await Promise.all(wrong))];
    const lines = printed.flatMap(({ out, logged }) => `${out}\n${logged}`.split('\n'));
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });

  it.each([[['fly']], [[]]])(
    'answers the unknown command %j with its usage and exit code 2',
    async (parameters) => {
      const { code, out, logged } = await call(...parameters);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(logged).toContain('fanclub import FILE [--dry-run] [--allow-removals] [--allow-keys]');
    },
  );

  it.each([
    [['import'], 'import takes one file'],
    [['import', 'a.json', 'b.json'], 'import takes one file'],
    [['import', 'a.json', '--wet-run'], '--wet-run'],
    [['migrate', 'now'], 'migrate takes no parameters'],
    [['worker', 'bee'], 'worker takes no parameters'],
    [['doctor', 'who'], 'doctor takes no parameters'],
    [['cell'], 'cell takes one of init, routes'],
    [['cell', 'routes', 'a b'], 'cell routes takes the name of a backend of the proxy'],
    [['move'], 'move takes one key of a fan club'],
    [['move', 'key'], 'move takes the address of the other database: --to URL'],
    [['cell', 'init'], 'cell init takes a number from 0 to 9006'],
    [['cell', 'init', '9007'], 'cell init takes a number from 0 to 9006'],
    [['cell', 'init', '07'], 'cell init takes a number from 0 to 9006'],
    [['cell', 'init', '7', '8'], 'cell init takes one parameter'],
    [['demo'], 'demo takes load or site'],
    [['demo', 'site', 'x'], 'demo takes load or site'],
    [['mail'], 'mail takes one of list, retry, settings'],
    [['mail', 'list', '7'], 'mail list takes only --failed'],
    [['mail', 'list', '--all'], '--all'],
    [['mail', 'retry'], 'mail retry takes the id of a mail, or --all'],
    [['mail', 'retry', '7', '--all'], 'mail retry takes the id of a mail, or --all'],
    [['mail', 'retry', 'x'], 'mail retry takes the id of a mail, or --all'],
    [['mail', 'settings'], 'mail settings takes a key and an optional file'],
    [['key'], 'key takes one of create, list, revoke'],
    [['key', 'create', 'band', 'x'], 'key create takes fanclub or organization, and which one'],
    [['key', 'create', 'fanclub'], 'key create takes fanclub or organization, and which one'],
    [['key', 'list', 'all'], 'key list takes no parameters'],
    [['key', 'revoke', 'organization', 'secret'], 'key revoke takes the id of an organization key'],
    [['key', 'revoke', 'fanclub', 'a', 'b'], 'key revoke takes fanclub or organization, and which one'],
    [['key', 'create', 'fanclub', 'a', '--label', 'x'], 'Only keys of organizations have labels'],
    [['key', 'create', 'organization', 'a', '--name', 'x'], '--name'],
    [['new-club', 'Lanterns'], 'new-club takes options only'],
    [['new-club'], 'There is no terminal to ask for what is missing: --name, --site-url, --support-email'],
    [['trust'], 'trust takes the key of a fan club, and one or more origins'],
    [['untrust', 'key'], 'untrust takes the key of a fan club, and one or more origins'],
    [['reseal', 'all'], 'reseal takes no parameters'],
  ])('answers %j with the fault, the usage and exit code 2', async (parameters, fault) => {
    const { code, logged } = await call(...parameters);
    expect(code).toBe(2);
    expect(logged).toContain(fault);
    expect(logged).toContain('\nUsage:\n  fanclub ');
  });
});

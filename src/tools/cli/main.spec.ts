import 'reflect-metadata';
import { fanclub } from './main';

async function call(...parameters: string[]): Promise<{ code: number; out: string; told: string }> {
  const out: string[] = [];
  const told: string[] = [];
  const code = await fanclub(
    parameters,
    {},
    { out: (line) => out.push(line), tell: (line) => told.push(line) },
  );
  return { code, out: out.join('\n'), told: told.join('\n') };
}

describe('fanclub', () => {
  it('explains itself on standard output when asked', async () => {
    const { code, out, told } = await call('--help');
    expect({ code, told }).toEqual({ code: 0, told: '' });
    expect(out).toContain('fanclub trust KEY ORIGIN…');
    expect(out).toContain('create organization NAME [--label TEXT]');
    expect(out).toContain('fanclub import FILE [--dry-run] [--allow-removals] [--allow-keys]');
  });

  it.each([[['fly']], [[]]])(
    'answers the unknown command %j with its usage and exit code 2',
    async (parameters) => {
      const { code, out, told } = await call(...parameters);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(told).toContain('fanclub import FILE [--dry-run] [--allow-removals] [--allow-keys]');
    },
  );

  it.each([
    [['import'], 'import takes one file'],
    [['import', 'a.json', 'b.json'], 'import takes one file'],
    [['import', 'a.json', '--wet-run'], '--wet-run'],
    [['migrate', 'now'], 'migrate takes no parameters'],
    [['worker', 'bee'], 'worker takes no parameters'],
    [['mail'], 'mail takes one of list, retry, settings'],
    [['mail', 'list', '7'], 'mail list takes no parameters but --failed'],
    [['mail', 'list', '--all'], '--all'],
    [['mail', 'retry'], 'mail retry takes the id of a mail, or --all'],
    [['mail', 'retry', '7', '--all'], 'mail retry takes the id of a mail, or --all'],
    [['mail', 'retry', 'x'], 'mail retry takes the id of a mail, or --all'],
    [['mail', 'settings'], 'mail settings takes a key and perhaps a file'],
    [['key'], 'key takes one of create, list, revoke'],
    [['key', 'create', 'band', 'x'], 'key create takes fanclub or organization, and which one'],
    [['key', 'create', 'fanclub'], 'key create takes fanclub or organization, and which one'],
    [['key', 'list', 'all'], 'key list takes no parameters'],
    [['key', 'revoke', 'organization', 'secret'], 'key revoke takes the id of an organization key'],
    [['key', 'revoke', 'fanclub', 'a', 'b'], 'key revoke takes fanclub or organization, and which one'],
    [['key', 'create', 'fanclub', 'a', '--label', 'x'], 'Only keys of organizations have labels'],
    [['key', 'create', 'organization', 'a', '--name', 'x'], '--name'],
    [['trust'], 'trust takes the key of a fan club, and one or more origins'],
    [['untrust', 'key'], 'untrust takes the key of a fan club, and one or more origins'],
    [['reseal', 'all'], 'reseal takes no parameters'],
  ])('answers %j with what is wrong about it and exit code 2', async (parameters, fault) => {
    const { code, told } = await call(...parameters);
    expect(code).toBe(2);
    expect(told).toContain(fault);
    expect(told).toContain('Usage: fanclub ');
  });
});

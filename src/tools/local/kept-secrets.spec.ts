import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptSecrets } from './kept-secrets';

describe('the kept secrets', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kept-secrets-'));
  });

  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('are 32 bytes each, in base64, and differ from each other and between folders', () => {
    const { SESSION_KEYS, ENCRYPTION_KEYS } = keptSecrets(dataDir);
    const other = mkdtempSync(join(dataDir, 'other-'));
    const all = [SESSION_KEYS, ENCRYPTION_KEYS, ...Object.values(keptSecrets(other))];
    for (const key of all) expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(new Set(all).size).toBe(4);
  });

  it('stay the same, in a file that only the owner may read', () => {
    const first = keptSecrets(dataDir);
    expect(keptSecrets(dataDir)).toEqual(first);
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });
});

import * as argon2 from 'argon2';
import * as bcrypt from 'bcrypt';
import {
  formatOf,
  dummyHash,
  isPasswordHash,
  DUMMY_HASH,
  PasswordTooLong,
  Passwords,
  PasswordsBusy,
  CURRENT_FORMAT,
} from './index';

const passwords = new Passwords();

describe('Passwords', () => {
  it('hashes with argon2id at 19 MiB, two passes, one lane, and a new salt each time', async () => {
    const [one, other] = await Promise.all([
      passwords.hash('correct horse', 'ada'),
      passwords.hash('correct horse', 'ada'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it.each([['plain'], [' not trimmed '], ['пароль 密码 🔑'], ['x'.repeat(128)], ['🔑'.repeat(128)]])(
    'verifies its own hash of %j, and refuses a similar password',
    async (plain) => {
      const hash = await passwords.hash(plain, 'ada');
      await expect(passwords.verify(plain, hash, 'ada')).resolves.toBe(true);
      await expect(passwords.verify(plain.slice(0, -2), hash, 'ada')).resolves.toBe(false);
    },
  );

  it('refuses to hash more than 128 characters, and refuses such a password at the cost of a verification', async () => {
    await expect(passwords.hash('x'.repeat(129), 'ada')).rejects.toBeInstanceOf(PasswordTooLong);
    const before = passwords.verifications;
    const hash = await argon2.hash('x'.repeat(129));
    await expect(passwords.verify('x'.repeat(129), hash, 'ada')).resolves.toBe(false);
    expect(passwords.verifications).toBe(before + 1);
  });

  it.each([
    ['no hash', null],
    ['an empty hash', ''],
    ['text that is not a hash', 'secret'],
    ['a broken argon2 hash', '$argon2id$v=19$m=19456,t=2,p=1$abc'],
    ['an argon2 hash that would take 4 GiB', DUMMY_HASH.replace('m=19456', 'm=4194304')],
    ['a bcrypt hash that would take hours', '$2b$31$339g7tcH5.1tfxPrqwBaAelEHRP96Uye4BX0qcYKxfkREH1EUjvMm'],
    ['a hash behind other text', `x${DUMMY_HASH}`],
  ])('refuses %s, after as much work as for a wrong password', async (_name, hash) => {
    const before = passwords.verifications;
    await expect(passwords.verify('secret', hash, 'ada')).resolves.toBe(false);
    expect(passwords.verifications).toBe(before + 1);
  });

  it('verifies imported bcrypt hashes, which need a rehash', async () => {
    const imported = await bcrypt.hash('from the old system', 4);
    await expect(passwords.verify('from the old system', imported, 'ada')).resolves.toBe(true);
    await expect(passwords.verify('from the new system', imported, 'ada')).resolves.toBe(false);
    await expect(
      passwords.verify('from the old system', imported.replace('$2b$', '$2y$'), 'ada'),
    ).resolves.toBe(true);
    expect(passwords.needsRehash(imported)).toBe(true);
  });

  it('verifies bcrypt hashes without blocking the process', async () => {
    const imported = await bcrypt.hash('from the old system', 12);
    let turns = 0;
    let verifying = true;
    const turn = (): void => {
      turns += 1;
      if (verifying) setImmediate(turn);
    };
    setImmediate(turn);
    await expect(passwords.verify('from the old system', imported, 'ada')).resolves.toBe(true);
    verifying = false;
    // A library that computes on the main thread yields only a few times.
    expect(turns).toBeGreaterThan(100);
  });

  it.each(['$2a$', '$2b$', '$2y$'])(
    'compares all characters that bcrypt uses of a password, for the prefix %s',
    async (mark) => {
      for (const plain of ['', 'a\0b', 'пароль', 'x'.repeat(72), '🔑'.repeat(128)]) {
        const imported = (await bcrypt.hash(plain, 4)).replace('$2b$', mark);
        await expect(passwords.verify(plain, imported, 'ada')).resolves.toBe(true);
        await expect(passwords.verify(`y${plain}`, imported, 'ada')).resolves.toBe(false);
      }
    },
  );

  it('needs a rehash if algorithm or cost are not the current ones, and only then', async () => {
    expect(passwords.needsRehash(await passwords.hash('x', 'ada'))).toBe(false);
    expect(
      passwords.needsRehash(await argon2.hash('x', { memoryCost: 4096, timeCost: 2, parallelism: 1 })),
    ).toBe(true);
    const other = { type: argon2.argon2i, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
    expect(passwords.needsRehash(await argon2.hash('x', other))).toBe(true);
  });

  it('recognises hashes that it can verify', async () => {
    expect(isPasswordHash(await bcrypt.hash('x', 4))).toBe(true);
    expect(isPasswordHash(await argon2.hash('x'))).toBe(true);
    expect(isPasswordHash('5f4dcc3b5aa765d61d8327deb882cf99')).toBe(false);
  });
});

describe('the format of a hash', () => {
  const ARGON2 = '$argon2i$v=19$m=4096,t=3,p=1';

  it.each([
    [DUMMY_HASH, CURRENT_FORMAT],
    [`${ARGON2}$AAAAAAAAAAA$AAAAAAAAAAAAAAAA`, ARGON2],
    ['$2y$11$339g7tcH5.1tfxPrqwBaAelEHRP96Uye4BX0qcYKxfkREH1EUjvMm', '$2y$11'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', null],
    ['', null],
  ])('of %s is %s', (hash, format) => expect(formatOf(hash)).toBe(format));

  it.each([ARGON2, CURRENT_FORMAT, '$2a$04', '$2b$15'])('%s has a dummy hash', (format) => {
    expect(formatOf(dummyHash(format)!)).toBe(format);
  });

  it.each(['$2b$16', '$argon2id$v=19$m=4194304,t=2,p=1', 'md5'])(
    '%s has no dummy hash, because it cannot be verified',
    (format) => {
      expect(dummyHash(format)).toBeNull();
    },
  );
});

describe('the time of the slowest format', () => {
  it('is measured once for simultaneous calls, and follows later verifications', async () => {
    const fresh = new Passwords();
    const [slow, quick] = await Promise.all([
      fresh.slowest([CURRENT_FORMAT, '$2b$11']),
      fresh.slowest(['$2b$04']),
      fresh.slowest(['$2b$11']),
    ]);
    expect(fresh.verifications).toBe(3);
    expect(slow).toBeGreaterThan(quick);
    expect(await fresh.slowest(['$2b$11'])).toBe(await fresh.slowest(['$2b$04', '$2b$11']));
    await fresh.verify('x', await bcrypt.hash('y', 11), 'ada');
    expect(await fresh.slowest(['$2b$11'])).toBeGreaterThan(0);
    expect(fresh.verifications).toBe(4);
  });

  it('is the current format’s for a format that cannot be verified, and 0 without formats', async () => {
    expect(await passwords.slowest(['$2b$16'])).toBe(await passwords.slowest([CURRENT_FORMAT]));
    expect(await passwords.slowest([])).toBe(0);
  });
});

describe('admit', () => {
  it('runs when the call leaves the queue, and its failure replaces the verification', async () => {
    const narrow = new Passwords({ concurrency: 1 });
    let isRunning = true;
    const first = narrow.verify('x', await bcrypt.hash('y', 10), 'ada', async () => {
      setTimeout(() => (isRunning = false), 1);
    });
    const second = narrow.verify('x', null, 'ada', () => {
      expect(isRunning).toBe(false);
      return Promise.reject(new Error('no'));
    });
    await expect(second).rejects.toThrow('no');
    await first;
    expect(narrow.verifications).toBe(1);
  });
});

describe('Passwords under load', () => {
  it('serves another client before the remaining calls of a busy one', async () => {
    const narrow = new Passwords({ concurrency: 1 });
    const order: string[] = [];
    const clients = ['crowd', 'crowd', 'crowd', 'crowd', 'ada'];
    await Promise.all(clients.map((client) => narrow.hash('x', client).then(() => order.push(client))));
    expect(order).toEqual(['crowd', 'crowd', 'ada', 'crowd', 'crowd']);
  });

  it('refuses a call immediately if the queue is full', async () => {
    const narrow = new Passwords({ concurrency: 1, queue: 2 });
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => narrow.verify('x', null, 'ada')));
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(outcomes[4]).toMatchObject({ reason: expect.any(PasswordsBusy) as unknown });
    expect(narrow.verifications).toBe(3);
  });

  it('refuses a call that waited too long, and works again afterwards', async () => {
    const impatient = new Passwords({ concurrency: 1, queue: 64, timeout: 1 });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => impatient.hash('x', 'ada')));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(impatient.verify('x', null, 'ada')).resolves.toBe(false);
  });
});

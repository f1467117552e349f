import { Passwords } from '#libs/password';
import { seedDemo } from '../../src/tools/catalogue';
import { importOptions } from '../../src/tools/local';
import type { TestApp } from './start-test-app';

/** Hashes each password once: the demo's customers share two, and a suite loads them before each of its tests. */
class RememberingPasswords extends Passwords {
  private readonly hashes = new Map<string, Promise<string>>();

  override hash(password: string, client: string): Promise<string> {
    const known = this.hashes.get(password) ?? super.hash(password, client);
    this.hashes.set(password, known);
    return known;
  }
}

const passwords = new RememberingPasswords();

/** Loads the demo, moved to the present day of the test's clock. */
export async function givenDemo({ db, clock, config }: TestApp): Promise<void> {
  await seedDemo({ ...importOptions(db, config), passwords, clock });
}

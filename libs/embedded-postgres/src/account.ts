import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** An operating-system account, as `spawn` takes it. */
export interface Account {
  uid: number;
  gid: number;
}

/** The unprivileged account that exists everywhere by this number; PostgreSQL refuses one that has no passwd entry. */
const NOBODY = 65534;

/** True when this process runs as the superuser, as which PostgreSQL refuses to work. */
export const isRoot = (): boolean => process.geteuid?.() === 0;

/** `nobody`, with the numbers this machine gives it. */
function nobody(): Account {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd);
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : { uid: NOBODY, gid: NOBODY };
}

/**
 * The account the server runs as; null: the one of this process. The superuser hands over to the owner of an existing
 * cluster (an ordinary user may have made it), else to `nobody`.
 *
 * @param cluster the cluster's directory, which need not exist
 */
export function serverAccount(cluster: string): Account | null {
  if (!isRoot()) return null;
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  return nobody();
}

/** True when the account may pass through the directory and all its parents. */
export function isTraversableBy(account: Account, directory: string): boolean {
  for (let at = realpathSync(directory); ; at = dirname(at)) {
    const { uid, gid, mode } = statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

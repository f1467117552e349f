import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** An operating-system account, as `spawn` takes it. */
export interface Account {
  uid: number;
  gid: number;
}

/** The usual number of `nobody`. PostgreSQL refuses an account without a passwd entry. */
const NOBODY = 65534;

/** True when this process runs as root. PostgreSQL refuses to run as root. */
export const isRoot = (): boolean => process.geteuid?.() === 0;

/** `nobody`, with the numbers that it has on this machine. */
function nobody(): Account {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd);
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : { uid: NOBODY, gid: NOBODY };
}

/**
 * The account that the server runs as; null for this process's own. Root starts it as the owner of an existing cluster (an
 * ordinary user may have made it), else as `nobody`.
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

/** True when the account may traverse the directory and all its parents. */
export function isTraversableBy(account: Account, directory: string): boolean {
  for (let at = realpathSync(directory); ; at = dirname(at)) {
    const { uid, gid, mode } = statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

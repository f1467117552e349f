import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import { type Config, isLoopback } from '#platform/config';
import { checkMailServer, mailFolder } from '#platform/mail';
import { COMMIT, VERSION } from '#platform/operations';
import { examineDatabase } from './database';
import { diskFindings } from './disk.rules';
import { type Finding, ok, problem, warning } from './finding';
import { examineServer } from './server';
import { addressFindings, keyFindings, proxyFindings } from './settings.rules';

/** Checks an installation: settings, database, running server, mail server and disk. Changes nothing, and sends no mail. */
export async function examine(config: Config, entities: DataSourceOptions['entities']): Promise<Finding[]> {
  const outside = await Promise.all([
    examineDatabase(config, entities),
    examineServer(config),
    examineMail(config),
    examineDisk(config.dataDir),
  ]);
  return [
    versionFinding(),
    ...addressFindings(config),
    ...keyFindings(config),
    ...proxyFindings(config),
    ...outside.flat(),
  ];
}

const versionFinding = (): Finding =>
  ok('version', `${VERSION}, ${COMMIT ? `commit ${COMMIT}` : 'of an unknown commit'}`);

async function examineMail({ mail, dataDir, publicUrl }: Config): Promise<readonly Finding[]> {
  const subject = 'mail server';
  if (mail.smtpUrl === null)
    return isLoopback(new URL(publicUrl).hostname)
      ? [ok(subject, `none: mails are written to ${mailFolder(dataDir)}`)]
      : [
          warning(
            subject,
            `SMTP_URL is not set, so mails are written to ${mailFolder(dataDir)} and reach nobody`,
            'Set SMTP_URL to your mail server.',
          ),
        ];
  const { host } = new URL(mail.smtpUrl);
  const failure = await checkMailServer(mail.smtpUrl);
  if (failure === null) return [ok(subject, `${host} is ready`)];
  const remedy = 'Check SMTP_URL, and the log of the mail server (docs/operations/faults.md#mail-lost).';
  return [problem(subject, `${host} does not accept the connection: ${failure}`, remedy)];
}

async function examineDisk(dataDir: string): Promise<readonly Finding[]> {
  const space = await statfs(dataDir).catch(() => statfs(dirname(dataDir)).catch(() => null));
  return space ? diskFindings('disk of DATA_DIR', space) : [];
}

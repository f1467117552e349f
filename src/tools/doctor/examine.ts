import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import { type Config, isLoopback } from '#platform/config';
import { Files, FileStoreDown } from '#platform/files';
import { checkMailServer, mailFolder } from '#platform/mail';
import { COMMIT, VERSION } from '#platform/operations';
import { examineDatabase } from './database';
import { diskFindings } from './disk.rules';
import { type Finding, ok, problem, warning } from './finding';
import { examineServer } from './server';
import { addressFindings, keyFindings, proxyFindings } from './settings.rules';

/** Checks an installation: settings, database, running server, mail server, files and disk. Leaves nothing, and sends no mail. */
export async function examine(config: Config, entities: DataSourceOptions['entities']): Promise<Finding[]> {
  const outside = await Promise.all([
    examineDatabase(config, entities),
    examineServer(config),
    examineMail(config),
    examineFiles(config),
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

/** Writes, reads and deletes a file where those of members are. */
async function examineFiles(config: Config): Promise<readonly Finding[]> {
  const { folder, s3 } = config.files;
  const subject = 'files';
  const place = s3 ? `the bucket ${s3.bucket}` : folder;
  try {
    const isThere = await new Files(config).probe();
    return [ok(subject, `${place} ${isThere ? 'takes, returns and deletes files' : 'does not exist yet'}`)];
  } catch (error) {
    if (!(error instanceof FileStoreDown)) throw error;
    const remedy = `Check ${s3 ? 'the settings S3_…, and that FILES_FOLDER is' : 'that FILES_FOLDER is'} writable (docs/operations/files.md).`;
    return [problem(subject, `${place} does not store files: ${error.code}`, remedy)];
  }
}

async function examineDisk(dataDir: string): Promise<readonly Finding[]> {
  const space = await statfs(dataDir).catch(() => statfs(dirname(dataDir)).catch(() => null));
  return space ? diskFindings('disk of DATA_DIR', space) : [];
}

import type { DataSource, EntityManager } from 'typeorm';
import { Fanclub, FanclubKey } from '#platform/tenants/fanclub.entity';
import { Organization } from '#platform/tenants/organization.entity';
import { forEachKind, type MailKind, MAILS } from './mail-kinds';
import { MailTemplate } from './mail.entity';
import { defaultWording, type OwnWording, type Wording } from './wording';

/** The sender and the texts of a fan club's mails. */
export interface MailSettings {
  /** Null: the fan club's name; the address of the service. */
  sender: { name: string | null; address: string | null };
  templates: Record<MailKind, OwnWording>;
}

/** Settings to change. Absent: unchanged; null: the service's default. */
export interface MailSettingsChange {
  sender?: Partial<MailSettings['sender']>;
  templates?: Partial<Record<MailKind, Partial<OwnWording> | null>>;
}

/** The entities that a data source needs for mail settings. */
export const MAIL_SETTINGS_ENTITIES = [Organization, Fanclub, FanclubKey, MailTemplate];

/** The settings of the fan club with this key, and the default texts; null for an unknown key. */
export async function readMailSettings(
  db: DataSource,
  key: string,
): Promise<(MailSettings & { defaults: Readonly<Record<MailKind, Wording>> }) | null> {
  const fanclub = await fanclubOf(db.manager, key);
  if (!fanclub) return null;
  const own = await db.getRepository(MailTemplate).findBy({ fanclubId: fanclub.id });
  const wordingOf = (kind: MailKind): OwnWording => {
    const { subject = null, text = null, html = null } = own.find((template) => template.kind === kind) ?? {};
    return { subject, text, html };
  };
  return {
    sender: { name: fanclub.mailSenderName, address: fanclub.mailSenderAddress },
    templates: forEachKind(wordingOf),
    defaults: forEachKind(defaultWording),
  };
}

/** Changes the settings of the fan club with this key; false for an unknown key. */
export function changeMailSettings(
  db: DataSource,
  key: string,
  { sender = {}, templates = {} }: MailSettingsChange,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const fanclub = await fanclubOf(tx, key);
    if (!fanclub) return false;
    const { name = fanclub.mailSenderName, address = fanclub.mailSenderAddress } = sender;
    await tx.update(Fanclub, { id: fanclub.id }, { mailSenderName: name, mailSenderAddress: address });
    for (const kind of MAILS.names()) {
      const change = templates[kind];
      if (change !== undefined) await changeTemplate(tx, { fanclubId: fanclub.id, kind }, change);
    }
    return true;
  });
}

async function changeTemplate(
  tx: EntityManager,
  which: { fanclubId: number; kind: MailKind },
  change: Partial<OwnWording> | null,
): Promise<void> {
  if (change === null) await tx.delete(MailTemplate, which);
  else await tx.upsert(MailTemplate, { ...which, ...change }, ['fanclubId', 'kind']);
}

async function fanclubOf(manager: EntityManager, key: string): Promise<Fanclub | null> {
  const found = await manager
    .createQueryBuilder(FanclubKey, 'k')
    .where('k.key = :key AND k.revokedAt IS NULL', { key })
    .getOne();
  return found && manager.findOneBy(Fanclub, { id: found.fanclubId });
}

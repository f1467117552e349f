import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropWebhook, type WebhookTrigger, writeWebhook } from './support/webhook';

const MEMBER = `'id', r.id, 'registered', r.registered, 'confirmed', r.confirmed_at IS NOT NULL, 'blacklisted', r.blacklisted`;
const PERSON = `'email', r.email, 'first_name', r.first_name, 'last_name', r.last_name, 'birthdate', r.birthdate,
  'username', r.username, 'lists_opt_in', r.lists_opt_in`;
const MEMBERS = { table: 'customers', customer: 'r.id', data: MEMBER, personal: PERSON } as const;
const CONTACT = {
  table: 'contacts',
  contact: 'r.id',
  data: `'id', r.id, 'confirmed', r.confirmed_at IS NOT NULL`,
  personal: `'email', r.email, 'first_name', r.first_name, 'last_name', r.last_name, 'birthdate', r.birthdate`,
} as const;

/** The columns whose changes write `member.updated`. */
const SHOWN = [
  ...['first_name', 'last_name', 'birthdate', 'username', 'registered', 'blacklisted', 'lists_opt_in'],
];
const rowOf = (row: string): string => `(${SHOWN.map((column) => `${row}.${column}`).join(', ')})`;

const TRIGGERS: readonly WebhookTrigger[] = [
  { ...MEMBERS, type: 'member.created', on: 'INSERT' },
  {
    ...MEMBERS,
    type: 'member.confirmed',
    on: 'UPDATE OF confirmed_at',
    when: 'OLD.confirmed_at IS NULL AND NEW.confirmed_at IS NOT NULL',
  },
  {
    ...MEMBERS,
    type: 'member.updated',
    on: `UPDATE OF ${SHOWN.join(', ')}`,
    when: `${rowOf('OLD')} IS DISTINCT FROM ${rowOf('NEW')}`,
    // At the end of the transaction: an erasure, or the merge that is one, has a message of its own.
    deferred: true,
    unless: 'r.erased_at IS NOT NULL',
  },
  {
    ...MEMBERS,
    type: 'member.email_changed',
    on: 'UPDATE OF email',
    when: 'OLD.email IS NOT NULL AND NEW.email IS NOT NULL AND OLD.email <> NEW.email',
  },
  {
    table: 'customers',
    type: 'member.merged',
    on: 'UPDATE OF merged_into',
    when: 'OLD.merged_into IS NULL AND NEW.merged_into IS NOT NULL',
    data: `'id', r.id, 'into', r.merged_into`,
  },
  // At the end of the transaction: an erasure that is part of a merge has no message of its own.
  {
    table: 'customers',
    type: 'member.erased',
    on: 'UPDATE',
    deferred: true,
    when: 'OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL',
    unless: 'r.merged_into IS NOT NULL',
    data: `'id', r.id`,
  },
  // Buyers who never registered, and old accounts, are deleted.
  { table: 'customers', type: 'member.erased', on: 'DELETE', at: 'now()', data: `'id', r.id` },
  { ...CONTACT, type: 'contact.created', on: 'INSERT' },
  {
    ...CONTACT,
    type: 'contact.confirmed',
    on: 'UPDATE OF confirmed_at',
    when: 'OLD.confirmed_at IS NULL AND NEW.confirmed_at IS NOT NULL',
  },
];

export class WriteWebhooksOfMembers1760000130100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const trigger of TRIGGERS) await writeWebhook(db, trigger);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const trigger of TRIGGERS) await dropWebhook(db, trigger);
  }
}

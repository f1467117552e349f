import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { statement, type Statements, types } from '#platform/database';
import { Mails } from '#platform/mail';
import './webhooks.mails';

/** The addresses of the owners of a fan club, also those of its organization. */
export const OWNERS = statement('webhooks.owners', {
  params: { fanclub: types.bigint },
  row: { email: types.text },
  text: `
    SELECT DISTINCT p.email
    FROM fanclubs f
    JOIN staff_roles r ON r.organization_id = f.organization_id AND (r.fanclub_id IS NULL OR r.fanclub_id = f.id)
    JOIN staff p ON p.id = r.staff_id
    WHERE f.id = $fanclub AND r.role = 'owner' AND p.disabled_at IS NULL`,
});

/** Mails to owners whose endpoint was switched off. */
@Injectable()
export class SwitchedOffMails {
  constructor(
    private readonly mails: Mails,
    private readonly config: Config,
  ) {}

  async queue(tx: Statements, fanclub: number, name: string): Promise<void> {
    const owners = await tx.rows(OWNERS, { fanclub });
    const { staff, publicUrl } = this.config;
    const link = `${staff.url ?? publicUrl}/staff/#/webhook_endpoints`;
    const contents = owners.map(({ email: to }) => ({ to, firstName: null, link, webhook: { name } }));
    await this.mails.queueAll(tx, { id: fanclub }, 'webhook_switched_off', contents);
  }
}

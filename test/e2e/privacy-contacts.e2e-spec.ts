import { hashToken } from '#libs/token';
import { Contact } from '#domains/contacts/contact.entity';
import type { Fanclub } from '#platform/tenants/fanclub.entity';
import { Mail } from '../../src/platform/mail';
import { queueMails } from '../support/queue-mail';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const EMAIL = 'canary@example.test';

let club: Fanclub;
let contact: Contact;
const path = (id = contact.id) => `/fanclubs/${club.id}/contacts/${id}`;
const reason = { reason: 'asked by mail' };

beforeEach(async () => {
  club = await t.given.fanclub({ name: 'The Lanterns' });
  contact = await t.given.contact({ email: EMAIL, customFields: { city: 'Oslo' } });
});

describe('a contact who is no member', () => {
  it('is exported as data and as a page: the sign-up and the mails, and nobody else', async () => {
    const owner = await staffOf(t);
    await queueMails(t, [{ to: EMAIL }, { to: 'other@example.test' }], { fanclub: club });
    const document = JSON.parse(await owner.download(`${path()}/export/json`));
    expect(document).toMatchObject({ contact: contact.id, fanclub: { name: 'The Lanterns' } });
    expect(document.tables.contacts.rows).toMatchObject([{ email: EMAIL, custom_fields: { city: 'Oslo' } }]);
    expect(Object.keys(document.tables).sort()).toEqual(['contacts', 'mails']);
    expect(document.tables.mails.rows).toHaveLength(1);
    expect(await owner.download(`${path()}/export/html`)).toContain(`<p>Contact ${contact.id}, on`);
  });

  it('is erased with links and mails, and the record has the reason, not the address', async () => {
    const owner = await staffOf(t);
    const other = await t.given.contact();
    await queueMails(t, [{ to: EMAIL }, { to: other.email }], { fanclub: club });
    await t.given.oneTimeToken({
      contactId: contact.id,
      email: EMAIL,
      purpose: 'confirm_contact',
      token: 'a link',
    });
    expect((await owner.post(`${path()}/erase`, reason)).status).toBe(204);
    expect((await t.db.getRepository(Contact).find()).map(({ id }) => id)).toEqual([other.id]);
    expect(await t.db.getRepository(Mail).count()).toBe(1);
    const hash = hashToken('a link');
    expect(await t.db.query('SELECT FROM one_time_tokens WHERE token_hash = $1', [hash])).toEqual([]);
    const { data } = (await owner.get(`/fanclubs/${club.id}/audits`)).body;
    expect(data).toMatchObject([{ action: 'contact.erased', subject_id: contact.id, after: reason }]);
    expect(JSON.stringify(data)).not.toContain(EMAIL);
    expect((await owner.post(`${path()}/erase`, reason)).status).toBe(404);
  });
});

it('the contact of a member is refused, and so are other fan clubs and roles', async () => {
  const owner = await staffOf(t);
  const member = await t.given.customer({ email: EMAIL.toUpperCase() });
  for (const action of ['erase', 'export/json']) {
    const answer = await owner.post(`${path()}/${action}`, action === 'erase' ? reason : {});
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      `This contact is member ${member.id}. Export or erase the member instead.`,
    ]);
  }
  const other = await t.given.contact({ fanclubId: (await t.given.fanclub({ name: 'Tin Comets' })).id });
  expect((await owner.post(`${path(other.id)}/erase`, reason)).status).toBe(404);
  expect((await (await staffOf(t, 'manager')).post(`${path()}/erase`, reason)).status).toBe(403);
});

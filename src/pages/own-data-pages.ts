import { Injectable } from '@nestjs/common';
import type { FanclubInfo, LoggedInViewer } from '#platform/access';
import { timeInZone } from '#domains/contests';
import { type AskedExport, OwnErasuresService, PersonExportsService } from '#domains/privacy';
import { type AllowedApplication, Consents } from '#domains/openid';
import { CURRENT_PASSWORD } from './account-fields';
import { type FormView, formView, type Problems } from './form.rules';
import { scopeTexts } from './openid-text.rules';
import { backTo, formPage, type Page } from './page';
import { PageAddresses } from './page-addresses';

/** What a form of the page was refused for. */
export interface OwnDataProblems {
  readonly export?: Problems;
  readonly erasure?: Problems;
}

const WHAT_GOES = [
  'Your membership ends, and nothing is paid back by itself. Your name, your addresses, your log-ins and your saved card are deleted. Orders and their amounts are kept for bookkeeping, without your name.',
  'It cannot be undone. You can join again with the same address.',
];

/** The page on which members get a copy of their data, and delete their account. */
@Injectable()
export class OwnDataPages {
  constructor(
    private readonly exports: PersonExportsService,
    private readonly erasures: OwnErasuresService,
    private readonly addresses: PageAddresses,
    private readonly consents: Consents,
  ) {}

  async show(viewer: LoggedInViewer, problems: OwnDataProblems = {}): Promise<Page> {
    const { fanclub, customer } = viewer;
    const root = this.addresses.own(fanclub.id, 'my-data');
    const [asked, allowed, eraseAt] = await Promise.all([
      this.exports.lastOwn(viewer),
      this.consents.list(fanclub.id, customer.id),
      this.erasures.eraseAt(fanclub, customer.id),
    ]);
    const sections = [
      copySection(fanclub, asked, root, problems.export),
      ...allowed.map((application) => applicationSection(fanclub, application, root)),
      eraseAt
        ? {
            heading: 'Your account will be deleted',
            paragraphs: [`It will be deleted on ${timeInZone(eraseAt, fanclub.timeZone)}.`],
            forms: [sentTo(`${root}/keep`, formView('Keep my account', []))],
          }
        : {
            heading: 'Delete your account',
            paragraphs: [
              ...WHAT_GOES,
              'We send you a message with a link to confirm. Then you have seven days to change your mind.',
            ],
            forms: [sentTo(`${root}/erase`, formView('Send me the link', [], problems.erasure))],
          },
    ];
    const failed = problems.export ?? problems.erasure;
    // The forms need the token of the page's form.
    const shown = formPage('own-data', 'Your data', { sections, back: backTo(fanclub) }, formView('', []));
    return failed ? { ...shown, status: 422 } : shown;
  }

  /** The page of the mailed link. @param eraseAt null: not confirmed yet */
  linked(fanclub: FanclubInfo, token: string, eraseAt: Date | null, problems?: Problems): Page {
    if (eraseAt) {
      const paragraphs = [
        `It will be deleted on ${timeInZone(eraseAt, fanclub.timeZone)}. Until then you can change your mind here.`,
      ];
      const action = `${this.addresses.own(fanclub.id, 'erase-account')}/keep?token=${token}`;
      const form = sentTo(action, formView('Keep my account', []));
      const content = { paragraphs, action: null, second: null };
      return formPage('notice', 'Your account will be deleted', content, form);
    }
    const content = { paragraphs: WHAT_GOES, action: null, second: null };
    return formPage('notice', 'Delete your account', content, formView('Delete my account', [], problems));
  }
}

function copySection(fanclub: FanclubInfo, asked: AskedExport | null, root: string, problems?: Problems) {
  const heading = 'A copy of your data';
  if (!asked) {
    const paragraphs = [
      'You get everything that is stored about you, as a page to read and as a file for programs.',
    ];
    const form = formView('Prepare my data', [CURRENT_PASSWORD], problems);
    return { heading, paragraphs, forms: [sentTo(`${root}/export`, form)] };
  }
  if (!asked.expiresAt) {
    const paragraphs = ['Your data is being collected. Open this page again in a minute.'];
    return { heading, paragraphs, forms: [] };
  }
  const until = timeInZone(asked.expiresAt, fanclub.timeZone);
  const forms = [
    ...(asked.htmlTakenAt ? [] : [sentTo(`${root}/export/html`, formView('Download the page', []))]),
    ...(asked.jsonTakenAt ? [] : [sentTo(`${root}/export/json`, formView('Download the file', []))]),
  ];
  const paragraphs =
    forms.length === 0
      ? ['You have downloaded it. You can ask for a new copy in some minutes.']
      : [`It is ready until ${until}. Each form can be downloaded once.`];
  return { heading, paragraphs, forms };
}

/** An application that the member has allowed to read something. */
function applicationSection(
  { timeZone }: FanclubInfo,
  { applicationId, name, scopes, lastUsedAt }: AllowedApplication,
  root: string,
) {
  const paragraphs = [
    `You log in to ${name} with this account, the last time on ${timeInZone(lastUsedAt, timeZone)}.`,
    `It reads ${scopeTexts(scopes).join('; ')}.`,
  ];
  const form = { ...formView(`End access of ${name}`, []), isQuiet: true };
  return { heading: name, paragraphs, forms: [sentTo(`${root}/applications/${applicationId}/end`, form)] };
}

const sentTo = (action: string, form: FormView): FormView => ({ ...form, action });

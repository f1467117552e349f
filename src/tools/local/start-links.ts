import type { StartLink } from '#pages';
import { DEMO_LOGINS } from './demo';
import { DEMO_STAFF_PASSWORD, demoStaffEmail } from './demo-staff';

/** What `npm start` serves besides the API. Null or false: it does not. */
export interface Served {
  /** The address of the example site. */
  site: string | null;
  /** The address of the app for staff. */
  staff: string;
  /** Whether the staff of the demo can log in. */
  hasDemoStaff: boolean;
  /** The address of the page with the mails. */
  mails: string | null;
  /** The address of the demo bank's switches. */
  switches: string | null;
}

/** The places that the home page of `npm start` leads to. */
export function startLinksOf({ site, staff, hasDemoStaff, mails, switches }: Served): StartLink[] {
  const logIn = hasDemoStaff ? `Log in as ${demoStaffEmail('owner')} / ${DEMO_STAFF_PASSWORD}.` : '';
  const links: (StartLink | null)[] = [
    site === null
      ? null
      : {
          label: 'Example site',
          href: site,
          text: `The website of ${DEMO_LOGINS[0].fanclub}, over the API.`,
        },
    { label: 'App for staff', href: staff, text: `Events, plans, members, parcels. ${logIn}`.trim() },
    mails === null
      ? null
      : { label: 'Mails', href: mails, text: 'Every mail that the service has sent, as its reader sees it.' },
    switches === null
      ? null
      : {
          label: 'Switches of the demo bank',
          href: switches,
          text: 'Make payments late, doubled or impossible.',
        },
  ];
  return links.filter((link) => link !== null);
}

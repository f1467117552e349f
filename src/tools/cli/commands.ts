import type { Command } from './command';

/** How a command is called, and where its code is. */
interface CommandEntry {
  /** The command's name and parameters. ` | ` separates forms; all begin with the name. */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** True if the command runs until SIGTERM or SIGINT and then stops by itself. The signals interrupt other commands. */
  readonly stopsItself?: boolean;
  /** Loads only the code of this command, because loading all code is slow. */
  readonly load: () => Promise<Command>;
}

/** The commands by name, in the order of the help text. */
export const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map(
  Object.entries<CommandEntry>({
    import: {
      usage: 'import FILE [--dry-run] [--allow-removals] [--allow-keys]',
      summary: 'load a catalogue of fan clubs (- reads it from standard input), or only check it',
      load: async () => (await import('#tools/cli/import.command')).importCommand,
    },
    export: {
      usage: 'export KEY [--with-secrets] [--without-ids] [--output FILE]',
      summary: 'write a fan club as a catalogue that import reads',
      load: async () => (await import('#tools/cli/export.command')).exportCommand,
    },
    migrate: {
      usage: 'migrate [--create-role]',
      summary: 'bring the database to the schema of this version; create the role of the servers',
      load: async () => (await import('#tools/cli/migrate.command')).migrateCommand,
    },
    reseal: {
      usage: 'reseal',
      summary: 'seal all secrets at rest with the newest of ENCRYPTION_KEYS',
      load: async () => (await import('#tools/cli/reseal.command')).resealCommand,
    },
    'new-club': {
      usage:
        'new-club --name NAME --site-url URL --support-email ADDRESS [--organization NAME] [--trust ORIGIN]…',
      summary: 'create a fan club with its key; on a terminal it asks for what is missing',
      load: async () => (await import('#tools/cli/new-club.command')).newClubCommand,
    },
    'erase-club': {
      usage: 'erase-club KEY [--yes NAME] [--allow-missing-files]',
      summary: 'delete a fan club and everything of it, after showing what will go',
      load: async () => (await import('#tools/cli/erase-club.command')).eraseClubCommand,
    },
    hold: {
      usage: 'hold KEY',
      summary: 'refuse all writes to a fan club, for maintenance; reads go on',
      load: async () => (await import('#tools/cli/hold.command')).holdCommand,
    },
    release: {
      usage: 'release KEY',
      summary: 'end a hold',
      load: async () => (await import('#tools/cli/hold.command')).releaseCommand,
    },
    key: {
      usage:
        'key create fanclub KEY | create organization NAME [--label TEXT] | list | revoke fanclub KEY | revoke organization ID',
      summary: 'create another key for a fan club or an organization; list keys; revoke one',
      load: async () => (await import('#tools/cli/key.command')).keyCommand,
    },
    trust: {
      usage: 'trust KEY ORIGIN…',
      summary: 'let pages of websites use a fan club’s API with the visitor’s session',
      load: async () => (await import('#tools/cli/trust.command')).trustCommand,
    },
    untrust: {
      usage: 'untrust KEY ORIGIN…',
      summary: 'stop trusting websites',
      load: async () => (await import('#tools/cli/trust.command')).untrustCommand,
    },
    mail: {
      usage: 'mail list [--failed] | retry ID|--all | settings FANCLUB_KEY [FILE.json]',
      summary: 'list mails; retry failed ones; show or change sender and texts',
      load: async () => (await import('#tools/cli/mail.command')).mailCommand,
    },
    audit: {
      usage: 'audit [--since 7d|DATE] [--fanclub KEY] [--action NAME] [--limit N] [--json] | verify [KEY]',
      summary: 'show security events, the newest last; verify the record of what staff changed',
      load: async () => (await import('#tools/cli/audit.command')).auditCommand,
    },
    payments: {
      usage:
        'payments connect KEY --provider NAME | disconnect KEY | status KEY | observe KEY ORDER | reconcile KEY [--since 3d] | bookings KEY --month 2026-10 | resolve KEY stray|refund|order ID --note TEXT | refund KEY ORDER --reason TEXT [--amount A] [--effect keep|cancel|cancel_queued|restore]',
      summary:
        'connect a fan club to its payment provider; show payments and what needs attention; ask the provider; compare; refund an order',
      load: async () => (await import('#tools/cli/payments.command')).paymentsCommand,
    },
    staff: {
      usage:
        'staff invite --organization NAME [--fanclub KEY] [--role ROLE] EMAIL | list | reset EMAIL | disable|enable EMAIL',
      summary:
        'invite the people who run fan clubs; list them; let one set up their log-in again; lock one out, or in again',
      load: async () => (await import('#tools/cli/staff.command')).staffCommand,
    },
    contest: {
      usage: 'contest verify FILE',
      summary: 'repeat the draw of a contest from its published file; needs no database',
      load: async () => (await import('#tools/cli/contest.command')).contestCommand,
    },
    cell: {
      usage: 'cell init N | routes BACKEND | left KEY N',
      summary:
        'make this database number N of several: its new ids begin at N × 10^12; print what a proxy needs to know; after a restore, mark a fan club that cell N serves',
      load: async () => (await import('#tools/cli/cell.command')).cellCommand,
    },
    move: {
      usage:
        'move KEY --to URL [--source URL] [--routes COMMAND] [--disk-free SIZE] [--dry-run|--abort] | KEY --purge [--dry-run]',
      summary:
        'move a fan club to the database of another cell while it is in use, or continue or abort that; delete the rows that it has left here',
      load: async () => (await import('#tools/cli/move.command')).moveCommand,
    },
    doctor: {
      usage: 'doctor',
      summary: 'check settings, database, server, mail and disk, and report what to do; changes nothing',
      load: async () => (await import('#tools/cli/doctor.command')).doctorCommand,
    },
    demo: {
      usage: 'demo load | site',
      summary: 'load the demo into a database without fan clubs; serve its example site until SIGTERM',
      stopsItself: true,
      load: async () => (await import('#tools/cli/demo.command')).demoCommand,
    },
    worker: {
      usage: 'worker',
      summary: 'send mails and run other jobs, beside servers with RUN_JOBS=false; ends on SIGTERM',
      stopsItself: true,
      load: async () => (await import('#tools/cli/worker.command')).workerCommand,
    },
  }),
);

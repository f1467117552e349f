import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { ShowBase, Title, useGetList, useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { clubPath } from '../api/clubs';
import type { LinkOfPool, PoolReport } from '../api/generated';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { CodeFile } from '../parts/code-file';
import { CsvExport } from '../parts/csv';
import { Facts } from '../parts/facts';
import { Section } from '../parts/form';
import { placeOf, when } from '../parts/zoned-time';
import { FansSee } from './fans-see';
import { PoolCodes } from './pool-codes';
import { PoolLinksButton } from './pool-links';
import { MODES } from './pools';

/** The fields of a pool that its page reads. */
export interface Pool {
  readonly id: number;
  readonly name: string;
  readonly mode: string;
  readonly opens_at: string;
  readonly closes_at: string | null;
  readonly instructions: string | null;
  readonly limit_group: string | null;
  readonly limit_codes: number | null;
}

/** A step of a presale, with what is done in it. */
function Step({ n, title, children }: { n: number; title: string; children: ReactNode }): ReactElement {
  return (
    <Box component="li" sx={{ listStyle: 'none', mb: 3 }}>
      <Section title={`${n}. ${title}`} />
      {children}
    </Box>
  );
}

/** How many codes were given, as a bar. */
function Given({ given, total }: PoolReport): ReactElement {
  const percent = total === 0 ? 0 : (100 * given) / total;
  return (
    <Box sx={{ maxWidth: 480, my: 1 }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label="Codes given"
        sx={{ height: 12, borderRadius: 6 }}
      />
      <Typography>{`${given} of ${total} codes given`}</Typography>
    </Box>
  );
}

/** What happens next, in a sentence. */
function nextOf(pool: Pool, report: PoolReport, links: readonly LinkOfPool[], now: Date): string {
  const needed = pool.mode === 'everyone' ? report.entitled_without_code : 1;
  if (pool.closes_at && new Date(pool.closes_at) <= now)
    return 'The presale is over. No more codes are given.';
  if (report.total === 0) return 'Next: upload the codes of the seller.';
  if (!links.some((link) => link.pool === pool.id))
    return 'Next: choose the ticket links that take these codes.';
  if (report.free < needed)
    return pool.mode === 'everyone'
      ? `Codes left: ${report.free}. Members without one: ${needed}. Upload more.`
      : 'All codes have been given. Upload more if you have some.';
  const hidden = links.filter((link) => link.pool === pool.id && !link.published);
  if (hidden.length > 0)
    return `Next: publish the events that fans do not see yet: ${[...new Set(hidden.map(({ title, start, time_zone }) => `${title}, ${when(start, time_zone)}`))].join('; ')}.`;
  if (new Date(pool.opens_at) > now) return `Nothing to do. The presale opens on ${when(pool.opens_at)}.`;
  return pool.mode === 'everyone'
    ? 'The presale is open. Who becomes entitled gets a code within a minute.'
    : 'The presale is open. Members ask for their code with a button.';
}

const FIGURES = [
  { title: 'Given', of: ({ given }: { given: number }) => given },
  { title: 'Mailed', of: ({ mailed }: { mailed: number }) => mailed },
  { title: 'Used', of: ({ used }: { used: number }) => used },
];

function Steps(): ReactElement | null {
  const pool = useRecordContext<Pool>();
  const { data: report } = useQuery({
    queryKey: ['pools', 'report', pool],
    queryFn: async () => (await send<PoolReport>(clubPath(`pools/${pool?.id}/report`))).data,
    enabled: pool !== undefined,
  });
  const { data: links } = useGetList<LinkOfPool>(`pools/${pool?.id}/links`, undefined, {
    enabled: pool !== undefined,
  });
  if (!pool || !report || !links) return null;
  const own = links.filter((link) => link.pool === pool.id);
  const changes = mayUse('pools', 'edit');
  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, gap: 3, my: 2 }}>
      <Title title={pool.name} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Alert severity="info">{nextOf(pool, report, links, new Date())}</Alert>
        <Box component="ol" sx={{ p: 0, m: 0 }}>
          <Step n={1} title="Who and when">
            <Typography>{MODES.find(({ id }) => id === pool.mode)?.name}.</Typography>
            <Typography>
              {`Opens on ${when(pool.opens_at)}${pool.closes_at ? `, closes on ${when(pool.closes_at)}` : ''}.`}
            </Typography>
            {pool.limit_group !== null && (
              <Typography>{`At most ${pool.limit_codes} codes of “${pool.limit_group}” for one member.`}</Typography>
            )}
            {changes && (
              <Button size="small" component={Link} to={`/pools/${pool.id}`} sx={{ mt: 1 }}>
                Change
              </Button>
            )}
          </Step>
          <Step n={2} title="Codes">
            <Given {...report} />
            {changes && (
              <Stack direction="row" spacing={1} sx={{ flexWrap: 'wrap' }} useFlexGap>
                <CodeFile
                  path={`pools/${pool.id}/codes`}
                  label="Upload codes"
                  explains="Choose the file of the seller. It needs a column “code”; other columns are ignored. Nothing is added before you have seen what it is."
                  verb="Add"
                />
                {report.free > 0 && (
                  <ActionButton
                    label="Void the rest"
                    path={`pools/${pool.id}/void_unassigned`}
                    danger
                    explains={`The ${report.free} codes that nobody has are void then. This cannot be undone.`}
                    fields={[{ name: 'reason', label: 'Reason' }]}
                    done="The codes are void."
                  />
                )}
              </Stack>
            )}
          </Step>
          <Step n={3} title="Ticket links">
            <Facts
              title="Ticket links"
              rows={own}
              none="No link takes these codes yet."
              columns={[
                { title: 'Event', of: ({ event, title }) => <Link to={`/events/${event}`}>{title}</Link> },
                {
                  title: 'When',
                  of: ({ start, time_zone }) => `${when(start, time_zone)} (${placeOf(time_zone)})`,
                },
                { title: 'Link', of: ({ name }) => name },
              ]}
            />
            {changes && <PoolLinksButton pool={pool.id} links={links} />}
          </Step>
          <Step n={4} title="Report">
            <Typography>{`Entitled members without a code: ${report.entitled_without_code}`}</Typography>
            <Facts
              title="By day"
              rows={report.by_day}
              none="No code was given yet."
              columns={[{ title: 'Day', of: ({ day }) => day }, ...FIGURES]}
            />
            {report.by_plan.length > 0 && (
              <Box sx={{ mt: 2 }}>
                <Facts
                  title="By plan"
                  rows={report.by_plan}
                  columns={[{ title: 'Plan', of: ({ name }) => name ?? 'No membership now' }, ...FIGURES]}
                />
              </Box>
            )}
            <Stack direction="row" spacing={1} sx={{ flexWrap: 'wrap', mt: 1 }} useFlexGap>
              <CsvExport
                path={`pools/${pool.id}/report.csv`}
                name={`presale-report-${pool.id}`}
                label="Save the report"
              />
              {changes && (
                <>
                  <CsvExport
                    path={`pools/${pool.id}/export`}
                    name={`presale-codes-${pool.id}`}
                    label="Export for the seller"
                    once
                  />
                  <CodeFile
                    path={`pools/${pool.id}/used`}
                    label="Mark used codes"
                    explains="Choose the seller’s list of the codes that were used, with a column “code”."
                    verb="Mark"
                  />
                </>
              )}
            </Stack>
          </Step>
        </Box>
        <PoolCodes pool={pool.id} mode={pool.mode} />
      </Box>
      <FansSee pool={pool} links={own} />
    </Box>
  );
}

/** A presale as a sequence of steps, with what fans will see beside it. */
export function PoolPage(): ReactElement {
  return (
    <ShowBase>
      <Steps />
    </ShowBase>
  );
}

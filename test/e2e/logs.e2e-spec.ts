import { EventsService } from '../../src/domains/events/events.service';
import { LogLines } from '../support/log-lines';
import { testApp } from '../support/start-test-app';

const log = new LogLines();
const t = testApp({ LOG_LEVEL: 'debug' }, { log });

beforeEach(() => log.clear());
afterEach(() => jest.restoreAllMocks());

/** The lines of the request with this answer, without what belongs to a single run. */
const linesOf = ({ headers }: { headers: Headers }) => log.of(headers.get('x-request-id'));

const ROUTE = { method: 'GET', route: '/api/v1/events/:id' };

describe('the lines of a request', () => {
  it('name route pattern, fan club and outcome of a fault, with the error', async () => {
    jest.spyOn(t.app.get(EventsService), 'find').mockRejectedValue(new Error('the table is on fire'));
    const { id: fanclub } = await t.given.fanclub();
    const [line] = linesOf(await t.api.get('/events/7'));
    expect(line).toMatchObject({
      ...ROUTE,
      level: 'error',
      fanclub,
      outcome: 'fault',
      msg: 'request failed',
    });
    expect(line.err).toMatchObject({ message: 'the table is on fire' });
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('name the outcome of a mistake; before the key is checked, they name no fan club', async () => {
    const { id: fanclub } = await t.given.fanclub();
    const [unknown] = linesOf(await t.api.get('/events/999999'));
    expect(unknown).toMatchObject({
      ...ROUTE,
      level: 'debug',
      fanclub,
      outcome: 'error',
      msg: 'request refused',
    });
    const [refused] = linesOf(await t.api.get('/events/7', { key: 'wr0ng-key' }));
    expect(refused).toMatchObject({ ...ROUTE, outcome: 'error', failure: 'InvalidKey' });
    expect('fanclub' in refused).toBe(false);
    expect(log.text).not.toContain('wr0ng-key');
  });

  it('name the route of a page, and none of an unknown path', async () => {
    const { id } = await t.given.fanclub();
    const page = await fetch(`${t.origin}/fanclubs/${id}/plans/999999/checkout`);
    const route = '/fanclubs/:fanclubId/plans/:id/checkout';
    expect(linesOf(page)[0]).toMatchObject({ route, fanclub: id, outcome: 'error' });
    const unknown = await fetch(`${t.origin}/s3cret/path`);
    expect(linesOf(unknown).at(-1)).toMatchObject({ route: 'unknown', outcome: 'error', status: 404 });
    expect(log.text).not.toContain('s3cret');
  });
});

import { refusalOf } from '#libs/public-fetch';
import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { pointerTo, Problem } from '#libs/problem';
import { Sealer } from '#libs/sealed';
import { violatedUnique } from '#platform/database';
import {
  type ClubChange,
  type ClubRows,
  conflict,
  differences,
  etagOf,
  type ListPage,
  type ListQuery,
  pageOf,
  PROBLEMS,
  requireMatch,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import {
  ATTEMPT_NOW,
  newSecret,
  QUEUE_DELIVERY,
  Receivers,
  REPLAY_PERIOD,
  REVIVE_FAILED,
  subscribable,
  TEST_TYPE,
  WAITING,
  WRITE_TEST,
} from '#platform/webhooks';
import { WebhookEndpoint } from '#platform/webhooks/webhook.entity';
import type { EndpointChange, NewEndpoint, ReplayPeriod } from './dto/webhook.bodies';
import { endpointShown, settingsRecorded, settingsShown } from './webhook.serializer';

/** Hours for which a former secret signs, if staff name none. */
const ROLL_HOURS = 24;

/** The addresses that get a fan club's messages. */
@Injectable()
export class StaffEndpointsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly sealer: Sealer,
    private readonly receivers: Receivers,
    private readonly clock: Clock,
  ) {}

  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const showsPath = viewer.reach('webhooks.write') !== null;
    const shown = await this.work.read(viewer, async (club) => {
      const waiting = await waitingOf(club);
      const rows = await club.find(WebhookEndpoint);
      return rows.map((row) => endpointShown(row, waiting.get(row.id) ?? 0, showsPath));
    });
    return pageOf(shown, query, ({ name, url }) => [name, url]);
  }

  /** @throws Problem (404) */
  one(viewer: StaffViewer, id: number): Promise<StaffAnswer> {
    const showsPath = viewer.reach('webhooks.write') !== null;
    return this.work.read(viewer, (club) => answerOf(club, id, {}, {}, showsPath));
  }

  /** Creates an endpoint. `secret` is shown only here. @throws Problem (409, 422) */
  create(viewer: StaffViewer, body: NewEndpoint): Promise<StaffAnswer> {
    this.require(body);
    const { name, url, types, personal = false } = body;
    const secret = newSecret();
    const values = { name, url, types, personal, secretSealed: this.sealer.seal(secret) };
    return this.work.change(viewer, async (change) => {
      const id = await unlessNamed(change.insert(WebhookEndpoint, values));
      const after = settingsRecorded(await change.one(WebhookEndpoint, id));
      const subject = { type: 'webhook_endpoint', id } as const;
      change.audit({ action: 'webhook_endpoint.created', subject, after });
      const location = `/staff/api/fanclubs/${change.fanclubId}/webhook_endpoints/${id}`;
      return answerOf(change, id, { secret }, { status: 201, location });
    });
  }

  /** @param version `If-Match` @throws Problem (404, 409, 412, 422, 428) */
  change(
    viewer: StaffViewer,
    id: number,
    version: string | undefined,
    body: EndpointChange,
  ): Promise<StaffAnswer> {
    this.require(body);
    return this.work.change(viewer, async (change) => {
      const row = await change.lock(WebhookEndpoint, id);
      const before = settingsShown(row);
      requireMatch(version, before);
      // Fields that were left out are there, without a value.
      const { name, types, personal, url = before.url, enabled = before.enabled } = body;
      const isSwitched = enabled !== before.enabled;
      const switched = enabled
        ? { offAt: null, offReason: null, failingSince: null, nextAt: null }
        : { offAt: this.clock.now(), offReason: 'staff' as const };
      const isMoved = url !== before.url;
      const changed = {
        name,
        url,
        types,
        personal,
        ...(isMoved && { nextAt: null }),
        ...(isSwitched && switched),
      };
      await unlessNamed(change.update(WebhookEndpoint, id, changed));
      if (isSwitched && enabled) await this.revive(change, row);
      if (enabled && (isSwitched || isMoved)) await change.statements.first(QUEUE_DELIVERY, {});
      const facts = differences(
        settingsRecorded(row),
        settingsRecorded(await change.one(WebhookEndpoint, id)),
      );
      const subject = { type: 'webhook_endpoint', id } as const;
      change.audit({ action: 'webhook_endpoint.changed', subject, ...facts });
      return answerOf(change, id);
    });
  }

  /** Deletes an endpoint with its deliveries. @throws Problem (404) */
  delete(viewer: StaffViewer, id: number): Promise<void> {
    return this.work.change(viewer, async (change) => {
      const before = settingsRecorded(await change.lock(WebhookEndpoint, id));
      await change.remove(WebhookEndpoint, id);
      const subject = { type: 'webhook_endpoint', id } as const;
      change.audit({ action: 'webhook_endpoint.deleted', subject, before });
    });
  }

  /** Replaces the secret. The former one signs as well for some hours. @throws Problem (404) */
  roll(viewer: StaffViewer, id: number, hours = ROLL_HOURS): Promise<StaffAnswer> {
    const secret = newSecret();
    return this.work.change(viewer, async (change) => {
      const { secretSealed } = await change.lock(WebhookEndpoint, id);
      const until = secondsAfter(this.clock.now(), hours * 3600);
      await change.update(WebhookEndpoint, id, {
        secretSealed: this.sealer.seal(secret),
        formerSecretSealed: hours > 0 ? secretSealed : null,
        formerUntil: hours > 0 ? until : null,
      });
      const subject = { type: 'webhook_endpoint', id } as const;
      change.audit({ action: 'webhook_endpoint.secret_rolled', subject, after: { hours } });
      return answerOf(change, id, { secret });
    });
  }

  /** Sends a message of the type `webhook.test`. @throws Problem (404; 409 if the endpoint is off) */
  test(viewer: StaffViewer, id: number): Promise<void> {
    return this.work.change(viewer, async (change) => {
      const { offAt } = await change.lock(WebhookEndpoint, id);
      if (offAt) throw conflict('The endpoint is off. Switch it on first.');
      const { statements, fanclubId: fanclub } = change;
      const now = this.clock.now();
      const data = JSON.stringify({ id, text: 'This is a test.' });
      await statements.first(WRITE_TEST, { fanclub, endpoint: id, type: TEST_TYPE, data, now });
      await this.sendNow(change, id);
      change.audit({ action: 'webhook_endpoint.tried', subject: { type: 'webhook_endpoint', id } });
    });
  }

  /** Queues the messages of a period again. @throws Problem (404, 422) */
  replay(viewer: StaffViewer, id: number, { from, to }: ReplayPeriod): Promise<{ messages: number }> {
    const period = { from: new Date(from), to: new Date(to) };
    if (period.from >= period.to) throw refused('to', 'must be after from');
    return this.work.change(viewer, async (change) => {
      await change.lock(WebhookEndpoint, id);
      const asked = { fanclub: change.fanclubId, endpoint: id, ...period, now: this.clock.now() };
      const messages = await change.statements.run(REPLAY_PERIOD, asked);
      await this.sendNow(change, id);
      const subject = { type: 'webhook_endpoint', id } as const;
      const after = { from: period.from.toISOString(), to: period.to.toISOString(), messages };
      change.audit({ action: 'webhook_endpoint.replayed', subject, after });
      return { messages };
    });
  }

  /** Queues what was given up before the endpoint was switched off. */
  private async revive({ statements, fanclubId: fanclub }: ClubChange, row: WebhookEndpoint): Promise<void> {
    const { id: endpoint, offReason, failingSince: since } = row;
    if (offReason !== 'failed' || since === null) return;
    await statements.run(REVIVE_FAILED, { fanclub, endpoint, since, now: this.clock.now() });
  }

  private async sendNow({ statements, fanclubId: fanclub }: ClubChange, endpoint: number): Promise<void> {
    await statements.run(ATTEMPT_NOW, { fanclub, endpoint, now: this.clock.now() });
    await statements.first(QUEUE_DELIVERY, {});
  }

  private require({ url, types }: Pick<EndpointChange, 'url' | 'types'>): void {
    const refusal = url === undefined ? null : refusalOf(url, this.receivers.allowsLoopback);
    if (refusal !== null) throw refused('url', refusal);
    const known: readonly string[] = subscribable();
    const unknown = types?.find((type) => !known.includes(type));
    if (unknown !== undefined) throw refused('types', `has a type that does not exist: ${unknown}`);
  }
}

const refused = (field: string, detail: string): Problem =>
  new Problem(PROBLEMS.invalid, { errors: [{ pointer: pointerTo(field), detail }] });

const waitingOf = async ({ statements, fanclubId: fanclub }: ClubRows): Promise<Map<number, number>> =>
  new Map((await statements.rows(WAITING, { fanclub })).map(({ endpointId, count }) => [endpointId, count]));

async function answerOf(
  club: ClubRows,
  id: number,
  added: object = {},
  head: StaffAnswer['head'] = {},
  showsPath = true,
): Promise<StaffAnswer> {
  const row = await club.one(WebhookEndpoint, id);
  const shown = endpointShown(row, (await waitingOf(club)).get(id) ?? 0, showsPath);
  return new StaffAnswer({ ...shown, ...added }, { ...head, etag: etagOf(settingsShown(row)) });
}

/** @throws Problem (409) */
async function unlessNamed<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (violatedUnique(error) === null) throw error;
    throw conflict('There is an endpoint of this name already.');
  });
}

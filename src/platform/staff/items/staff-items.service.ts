import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { parseId } from '#libs/validation';
import { type CatalogueItem, type ItemKind, pathOf, shownItems } from './catalogue-item-kind';
import { CatalogueItemsService } from './catalogue-items.service';
import type { ClubRows } from './club-rows';
import { etagOf, requireMatch } from './etag';
import { type ListPage, type ListQuery, pageOf } from './list-query';
import { StaffAnswer } from '../staff-answers.interceptor';
import type { Schema } from '#platform/reference';
import { described } from '../described-parameter';
import { notFound, invalidField } from '../staff-problems';
import type { StaffViewer } from '../staff-viewer';
import { StaffWorkService } from '../staff-work.service';

/** The id in the path. @throws Problem (404) if it is malformed */
export const ItemId = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const { id } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>().params;
  const parsed = parseId(id);
  if (parsed === null) throw notFound();
  return parsed;
});

/** An item of the catalogue as the body of a request; its fields are checked by the catalogue's rules. @param shape what the document says of it */
export const ItemBody = (shape: Schema): ParameterDecorator =>
  createParamDecorator(
    (_: unknown, context: ExecutionContext): object => {
      const { body } = context.switchToHttp().getRequest<FastifyRequest>();
      if (Object.hasOwn(body as object, 'id')) {
        throw invalidField('#/id', 'cannot be chosen');
      }
      return body as object;
    },
    [described(ApiBody({ schema: shape }))],
  )();

/** Lists, shows, adds and changes the items of a kind: what the handlers of most domains for staff do. */
@Injectable()
export class StaffItemsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly items: CatalogueItemsService,
  ) {}

  /** @param search the texts of an item that a search looks into */
  async list(
    viewer: StaffViewer,
    kind: ItemKind,
    query: ListQuery,
    search: (item: CatalogueItem) => readonly unknown[],
  ): Promise<ListPage<CatalogueItem>> {
    const items = await this.work.read(viewer, async (rows) => {
      const all = shownItems(kind, await this.items.all(rows, kind));
      const notesOf = await kind.notes?.(rows);
      return notesOf ? all.map((item) => ({ ...item, notes: notesOf(item.id) })) : all;
    });
    return pageOf(items, query, search);
  }

  async one(viewer: StaffViewer, kind: ItemKind, id: number): Promise<StaffAnswer> {
    return this.work.read(viewer, async (rows) => answerOf(rows, kind, await this.items.one(rows, kind, id)));
  }

  async create(viewer: StaffViewer, kind: ItemKind, body: object): Promise<StaffAnswer> {
    return this.work.change(viewer, async (change) => {
      const made = await this.items.create(change, kind, body);
      const location = `/staff/api/fanclubs/${viewer.fanclubId}/${pathOf(kind)}/${made.id}`;
      return answerOf(change, kind, made, { status: 201, location });
    });
  }

  /** @param version `If-Match` */
  async change(
    viewer: StaffViewer,
    kind: ItemKind,
    id: number,
    version: string | undefined,
    body: object,
  ): Promise<StaffAnswer> {
    return this.work.change(viewer, async (change) => {
      const changed = await this.items.change(change, kind, id, body, (before) =>
        requireMatch(version, before),
      );
      return answerOf(change, kind, changed);
    });
  }

  async remove(viewer: StaffViewer, kind: ItemKind, id: number): Promise<void> {
    await this.work.change(viewer, (change) => this.items.remove(change, kind, id));
  }
}

/** An item with its notes, which are no part of its version. */
async function answerOf(
  rows: ClubRows,
  { notes, masks }: ItemKind,
  stored: CatalogueItem,
  head: StaffAnswer['head'] = {},
): Promise<StaffAnswer> {
  const item = masks?.(stored) ?? stored;
  const shown = notes ? { ...item, notes: (await notes(rows))(item.id) } : item;
  return new StaffAnswer(shown, { ...head, etag: etagOf(item) });
}

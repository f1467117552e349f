import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#libs/problem';
import { parseId } from '#libs/validation';
import type { CatalogueItem, ItemKind } from './catalogue-item-kind';
import { CatalogueItems } from './catalogue-items.service';
import { etagOf, requireMatch } from './etag';
import { type ListPage, type ListQuery, pageOf } from './list-query';
import { StaffAnswer } from './staff-answers.interceptor';
import { PROBLEMS } from './staff-problems';
import type { StaffViewer } from './staff-viewer';
import { StaffWork } from './staff-work.service';
import { sends } from './sent';

/** The id in the path. @throws Problem (404) if it is malformed */
export const ItemId = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const { id } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>().params;
  const parsed = parseId(id);
  if (parsed === null) throw new Problem(PROBLEMS.notFound);
  return parsed;
});

/** An item of the catalogue as the body of a request; its fields are checked by the catalogue's rules. */
export const ItemBody = sends(
  'item',
  createParamDecorator((_: unknown, context: ExecutionContext): object => {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (Object.hasOwn(body as object, 'id')) {
      throw new Problem(PROBLEMS.invalid, { errors: [{ pointer: '#/id', detail: 'cannot be chosen' }] });
    }
    return body as object;
  }),
);

/** Lists, shows, adds and changes the items of a kind: what the handlers of most domains for staff do. */
@Injectable()
export class StaffItems {
  constructor(
    private readonly work: StaffWork,
    private readonly items: CatalogueItems,
  ) {}

  /** @param search the texts of an item that a search looks into */
  async list(
    viewer: StaffViewer,
    kind: ItemKind,
    query: ListQuery,
    search: (item: CatalogueItem) => readonly unknown[],
  ): Promise<ListPage<CatalogueItem>> {
    return pageOf(await this.work.read(viewer, (rows) => this.items.all(rows, kind)), query, search);
  }

  async one(viewer: StaffViewer, kind: ItemKind, id: number): Promise<StaffAnswer> {
    return versioned(await this.work.read(viewer, (rows) => this.items.one(rows, kind, id)));
  }

  async create(viewer: StaffViewer, kind: ItemKind, body: object): Promise<StaffAnswer> {
    const made = await this.work.change(viewer, (change) => this.items.create(change, kind, body));
    const location = `/staff/api/fanclubs/${viewer.fanclubId}/${kind.path ?? kind.field}/${made.id}`;
    return versioned(made, { status: 201, location });
  }

  /** @param version `If-Match` */
  async change(
    viewer: StaffViewer,
    kind: ItemKind,
    id: number,
    version: string | undefined,
    body: object,
  ): Promise<StaffAnswer> {
    return versioned(
      await this.work.change(viewer, (change) =>
        this.items.change(change, kind, id, body, (before) => requireMatch(version, before)),
      ),
    );
  }

  async remove(viewer: StaffViewer, kind: ItemKind, id: number): Promise<void> {
    await this.work.change(viewer, (change) => this.items.remove(change, kind, id));
  }
}

const versioned = (item: CatalogueItem, head: StaffAnswer['head'] = {}): StaffAnswer =>
  new StaffAnswer(item, { ...head, etag: etagOf(item) });

import { applyDecorators, Delete, Get, Inject, Patch, Post } from '@nestjs/common';
import type { CsvUpload } from '#platform/http';
import { csvOf, DONE, IMPORTED } from '../answers';
import type { Permission } from '../permissions';
import { StaffOnly } from '../staff-access';
import { CurrentStaff } from '../staff-context';
import type { StaffViewer } from '../staff-viewer';
import { type CatalogueItem, type ItemKind, kindFor, pathOf } from './catalogue-item-kind';
import { headingsOf, itemCsv, type ItemFile } from './item-csv';
import { ItemImportsService } from './item-imports.service';
import { answeredShape, itemChangeShape, newItemShape } from './item-shapes';
import { ExportOf, listAnswer, ListOf, type ListQuery, type ListRules } from './list-query';
import { CsvBody, DryRun, TakesCsv } from './staff-csv';
import { ItemBody, ItemId, StaffItemsService } from './staff-items.service';
import { Answers } from '#platform/reference';
import { IfMatch } from './etag';

/** The permissions for the routes of a kind of item. */
export interface ItemPermissions {
  /** To list, show and export items. */
  readonly read: Permission;
  /** To add, change, delete and import items. */
  readonly write: Permission;
}

/** How the items of a kind are listed. */
export interface ItemList extends ListRules {
  /** The texts of an item that a search of the list looks into. */
  readonly search: (item: CatalogueItem) => readonly unknown[];
}

/** What staff do with the items of a kind. */
export interface ItemRoutes extends ItemPermissions, ItemList {
  /** Whether items can be deleted. Absent: they are withdrawn by a field such as `published`. */
  readonly remove?: true;
}

/** Declares a route if it is wanted. Otherwise the method answers none. */
const routeIf = (wanted: boolean, ...declarations: MethodDecorator[]): MethodDecorator =>
  applyDecorators(...(wanted ? declarations : []));

/**
 * The base class of a controller that lists, shows, adds, changes and deletes the items of a kind. The subclass is a
 * `@ClubStaffController()` with the path of the kind, and may have further routes.
 */
export function itemController(kind: ItemKind, { read, write, search, remove, ...rules }: ItemRoutes) {
  const item = answeredShape(kind);

  class ItemsController {
    @Inject(StaffItemsService)
    private readonly items: StaffItemsService;

    @Get()
    @StaffOnly(read)
    @Answers({ 200: listAnswer(item) })
    list(@CurrentStaff() viewer: StaffViewer, @ListOf(rules) query: ListQuery) {
      return this.items.list(viewer, kindFor(kind, viewer.reach(read)), query, search);
    }

    @Get(':id')
    @StaffOnly(read)
    @Answers({ 200: item })
    one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
      return this.items.one(viewer, kindFor(kind, viewer.reach(read)), id);
    }

    @Post()
    @StaffOnly(write)
    @Answers({ 201: item })
    create(@CurrentStaff() viewer: StaffViewer, @ItemBody(newItemShape(kind)) body: object) {
      return this.items.create(viewer, kindFor(kind, viewer.reach(read)), body);
    }

    @Patch(':id')
    @StaffOnly(write)
    @Answers({ 200: item })
    change(
      @CurrentStaff() viewer: StaffViewer,
      @ItemId() id: number,
      @IfMatch() version: string | undefined,
      @ItemBody(itemChangeShape(kind)) body: object,
    ) {
      return this.items.change(viewer, kindFor(kind, viewer.reach(read)), id, version, body);
    }

    @routeIf(remove === true, Delete(':id'), StaffOnly(write), Answers(DONE))
    remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
      return this.items.remove(viewer, kind, id);
    }
  }
  return ItemsController;
}

/**
 * The base class of a controller that exports the items of a kind as a CSV file, and imports such files: `….csv` and `…/import`. The export
 * has the items that the list would have with the same query, on all its pages and by id.
 * The subclass is a `@ClubStaffController()` without a path of its own.
 */
export function itemFileController(
  kind: ItemKind,
  { read, write, list, ...file }: ItemPermissions & ItemFile & { readonly list: ItemList },
) {
  const path = pathOf(kind);
  const csv = itemCsv(kind, file);

  class ItemFileController {
    @Inject(ItemImportsService)
    private readonly imports: ItemImportsService;

    @Get(`${path}.csv`)
    @StaffOnly(read)
    @Answers(csvOf(headingsOf(csv)))
    download(@CurrentStaff() viewer: StaffViewer, @ExportOf(list) query: ListQuery) {
      const shown = { ...csv, kind: kindFor(kind, viewer.reach(read)) };
      return this.imports.export(viewer, shown, query, list.search);
    }

    @Post(`${path}/import`)
    @StaffOnly(write)
    @TakesCsv()
    @Answers(IMPORTED)
    upload(@CurrentStaff() viewer: StaffViewer, @CsvBody() file: CsvUpload, @DryRun() dryRun: boolean) {
      return this.imports.import(viewer, csv, file, dryRun);
    }
  }
  return ItemFileController;
}

import { type DataProvider, HttpError, type RaRecord } from 'react-admin';
import { clubPath, organizationPath } from './clubs';
import { askAbout } from './conflicts';
import { send, slugOf } from './http';

interface Page {
  readonly data: RaRecord[];
  readonly total: number;
}

/** The largest page that the API answers. */
const ALL = 200;

/** The versions of the records that were read, by path. */
const versions = new Map<string, string>();

const remember = (path: string, etag: string | null): void => {
  if (etag === null) versions.delete(path);
  else versions.set(path, etag);
};

function query(given: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(given).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value as string)])).toString();
}

async function page(resource: string, given: Readonly<Record<string, unknown>>): Promise<Page> {
  const { data } = await send<Page>(`${listOf(resource)}?${query(given)}`);
  return { ...data, data: data.data.map((record) => identified(resource, record)) };
}

/** The path of a resource. Those of the organization are not below the fan club. */
const listOf = (resource: string): string =>
  resource.startsWith('organization_')
    ? organizationPath(resource.replace('organization_', ''))
    : clubPath(resource);

/** The path of a record. The settings of the fan club are one record without a number. */
const pathOf = (resource: string, id: unknown): string =>
  resource === 'club' ? listOf(resource) : `${listOf(resource)}/${id as string}`;

/** Mail texts are identified by their kind. The settings of the fan club always have the same id. */
const identified = (resource: string, data: RaRecord, id?: RaRecord['id']): RaRecord => ({
  ...data,
  id: (resource === 'club' ? id : (data.id ?? (data.kind as string))) ?? id!,
});

/** The fields that differ: what a change sends. */
function changed(data: Partial<RaRecord>, before: Partial<RaRecord> = {}): object {
  const isNew = ([name, value]: [string, unknown]): boolean =>
    name !== 'id' && JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(data).filter(isNew));
}

/**
 * Saves the fields that differ from the record as it was read. If somebody else has changed it since, asks the person what to save.
 * @throws HttpError with the slug `changed` if they do not want to save now
 */
async function save(
  resource: string,
  id: RaRecord['id'],
  mine: Partial<RaRecord>,
  base: Partial<RaRecord>,
  version = versions.get(pathOf(resource, id)),
): Promise<RaRecord> {
  const path = pathOf(resource, id);
  try {
    const { data, etag } = await send<RaRecord>(path, {
      method: 'PATCH',
      body: changed(mine, base),
      headers: version === undefined ? {} : { 'if-match': version },
    });
    remember(path, etag);
    return data;
  } catch (error) {
    if (slugOf(error) !== 'changed') throw error;
    const { data, etag } = await send<RaRecord>(path);
    const theirs = identified(resource, data, id);
    const wanted = await askAbout({ resource, id, base, mine, theirs });
    if (wanted === null) throw error;
    // The form still shows the former version, so only a change that succeeds has this one remembered.
    return save(resource, id, wanted, theirs, etag ?? undefined);
  }
}

const refuse = (): Promise<never> => Promise.reject(new HttpError('This can only be done one by one.', 405));

/** The API for staff as react-admin wants it. It sends a change with the version that was read, so that no other change is overwritten. */
export const dataProvider: DataProvider = {
  async getList(resource, { pagination, sort, filter }) {
    const { data, total } = await page(resource, {
      ...(pagination && { page: pagination.page, per_page: Math.min(pagination.perPage, ALL) }),
      ...(sort?.field && { sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` }),
      ...(filter as object),
    });
    return { data: data as never[], total };
  },

  async getOne(resource, { id }) {
    const path = pathOf(resource, id);
    const { data, etag } = await send<RaRecord>(path);
    remember(path, etag);
    return { data: identified(resource, data, id) as never };
  },

  async getMany(resource, { ids }) {
    const { data } = await page(resource, { ids: ids.join(','), per_page: ALL });
    return { data: data as never[] };
  },

  async getManyReference(resource, { target, id, pagination, sort, filter }) {
    const { data, total } = await page(resource, {
      page: pagination.page,
      per_page: Math.min(pagination.perPage, ALL),
      sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}`,
      ...(filter as object),
      [target]: id,
    });
    return { data: data as never[], total };
  },

  async create(resource, { data }) {
    const made = await send<RaRecord>(listOf(resource), { method: 'POST', body: data as object });
    return { data: made.data as never };
  },

  async update(resource, { id, data, previousData }) {
    const saved = await save(resource, id, data as RaRecord, previousData as RaRecord);
    return { data: { ...previousData, ...data, ...saved, id } as never };
  },

  async delete(resource, { id, previousData }) {
    await send(pathOf(resource, id), { method: 'DELETE' });
    return { data: (previousData ?? { id }) as never };
  },

  updateMany: refuse,
  deleteMany: refuse,
};

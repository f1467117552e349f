import type { ResourceProps } from 'react-admin';
import { EventCreate, EventEdit, EventList } from './events';

/** The screens, by the names of the API's resources. */
export const RESOURCES: readonly ResourceProps[] = [
  { name: 'events', list: EventList, edit: EventEdit, create: EventCreate, recordRepresentation: 'title' },
];

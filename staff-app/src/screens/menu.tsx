import Dashboard from '@mui/icons-material/Dashboard';
import Event from '@mui/icons-material/Event';
import type { ReactElement } from 'react';

/** An entry of the menu. */
interface Entry {
  /** Its resource; empty: the first page. */
  readonly resource: string;
  readonly label: string;
  readonly icon: ReactElement;
}

/** The menu, by topic. Each person sees the entries that their role allows. */
export const MENU: readonly { readonly topic: string; readonly items: readonly Entry[] }[] = [
  { topic: 'start', items: [{ resource: '', label: 'Overview', icon: <Dashboard /> }] },
  { topic: 'offer', items: [{ resource: 'events', label: 'Events', icon: <Event /> }] },
];

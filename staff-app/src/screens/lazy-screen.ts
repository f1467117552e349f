import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/**
 * A screen whose code is loaded when it is first shown.
 *
 * After an upgrade of the service, an open page asks for files that are gone. It is loaded again then, and gets the new ones.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      location.reload();
      return new Promise<never>(() => undefined);
    }
  });
}

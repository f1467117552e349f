import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { StaffRouteSample } from '#samples';
import { STAFF_ACCESS, type StaffAccess } from '../../src/platform/staff/staff-context';
import { STAFF_SAMPLES } from '../samples/registry';
import { isTriedForStaff } from '../tenants/only';
import type { TestApp } from '../support/start-test-app';

/** The address of the API for staff. */
export const STAFF_BASE = '/staff/api';

/** A route below `/staff/api`, as its handler declares it, with its sample. */
export interface StaffRoute {
  /** As `GET /fanclubs/:fanclubId/events`. */
  readonly name: string;
  readonly method: string;
  /** Below `/staff/api`. */
  readonly path: string;
  readonly handler: object;
  readonly sample: StaffRouteSample;
}

/** Whether a route is about an organization as a whole. */
export const isOfOrganization = ({ path }: StaffRoute): boolean => path.includes(':organizationId');

/** The routes for staff that the application has, in the order of their names. @throws Error for one without a sample */
export function staffRoutes(t: TestApp): StaffRoute[] {
  const handlers = handlersForStaff(t);
  const missing = [...handlers.keys()].filter((name) => !STAFF_SAMPLES[name]);
  if (missing.length > 0) {
    throw new Error(
      `Add to \`staff\` in the samples of their folders (see StaffRouteSample in test/samples): ${missing.join(', ')}`,
    );
  }
  return [...handlers]
    .map(([name, handler]): StaffRoute => {
      const [method, path] = name.split(' ');
      return { name, method, path, handler, sample: STAFF_SAMPLES[name] };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The routes that the matrix tries: all, or those of the domain that `npm run example` has added. */
export const triedStaffRoutes = (t: TestApp): StaffRoute[] =>
  staffRoutes(t).filter(({ name }) => isTriedForStaff(name));

/** What a handler declares. */
export const declaredAccess = ({ handler }: StaffRoute): StaffAccess =>
  Reflect.getMetadata(STAFF_ACCESS, handler) as StaffAccess;

/** The handlers for staff by the names of their routes. */
function handlersForStaff(t: TestApp): Map<string, object> {
  const scanner = new MetadataScanner();
  const found = new Map<string, object>();
  for (const { controllers } of t.app.get(ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      if (typeof metatype !== 'function') continue;
      const prototype = metatype.prototype as Record<string, object>;
      for (const name of scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name];
        if (!Reflect.hasMetadata(STAFF_ACCESS, handler)) continue;
        const [base, path] = [metatype, handler].map(
          (one) => Reflect.getMetadata(PATH_METADATA, one) as string,
        );
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number];
        const below = [base, path].filter((part) => part !== '/').join('/');
        found.set(`${method} ${`/${below}`.replace(STAFF_BASE, '')}`, handler);
      }
    }
  }
  return found;
}

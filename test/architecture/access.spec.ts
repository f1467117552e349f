import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { PATH_METADATA } from '@nestjs/common/constants';
import { join } from 'node:path';
import { ACCESS, type Access } from '../../src/platform/access';
import { testApp } from '../support/start-test-app';
import { handlersInSource, handlersOf, type HandlerInSource } from './handlers-in-source';

const STAFF = ['StaffOnly', 'StaffSelf', 'StaffOpen'];
const DECLARATIONS = [
  'AnyVisitor',
  'RequireCustomer',
  'CustomerByStatement',
  'PartnerOnly',
  'HostedPage',
  'OutsideApi',
  ...STAFF,
];

const declarationsOf = ({ decorators }: HandlerInSource): string[] =>
  decorators.filter((name) => DECLARATIONS.includes(name));

const expectsCustomer = ({ parameterTypes }: HandlerInSource): boolean =>
  parameterTypes.some((type) => /\bLoggedInViewer\b/.test(type));

const claimsCustomer = ({ parameterTypes }: HandlerInSource): boolean =>
  parameterTypes.some((type) => /\bClaimedViewer\b/.test(type));

const source = handlersInSource(join(__dirname, '../../src'));

describe('every handler', () => {
  const t = testApp({ PAYMENTS_DEMO: 'allow-public' });

  /** The handlers that Nest routes to, with the access that the guard reads. */
  function routed(): Map<string, Access | undefined> {
    const scanner = new MetadataScanner();
    const found = new Map<string, Access | undefined>();
    for (const { controllers } of t.app.get(ModulesContainer).values()) {
      for (const { metatype } of controllers.values()) {
        if (typeof metatype !== 'function') continue;
        const prototype = metatype.prototype as Record<string, object>;
        for (const name of scanner.getAllMethodNames(prototype)) {
          const handler = prototype[name];
          if (!Reflect.hasMetadata(PATH_METADATA, handler)) continue;
          const access: unknown =
            Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, metatype);
          found.set(`${metatype.name}.${name}`, access as Access | undefined);
        }
      }
    }
    return found;
  }

  it('is in the source exactly if Nest routes to it', () => {
    const routes = routed();
    const expected = source.filter(({ name, optional }) => !optional || routes.has(name));
    expect([...routes.keys()].sort()).toEqual(expected.map(({ name }) => name).sort());
    expect(source.length).toBeGreaterThan(5);
  });

  it('declares its access exactly once, on itself or on its class', () => {
    const wrong = source.filter((handler) => declarationsOf(handler).length !== 1);
    expect(wrong.map(({ name, decorators }) => ({ name, decorators }))).toEqual([]);
  });

  it('carries the declared access to the guard', () => {
    const kinds = {
      AnyVisitor: 'visitor',
      RequireCustomer: 'customer',
      CustomerByStatement: 'customer',
      PartnerOnly: 'partner',
      HostedPage: 'page',
      OutsideApi: 'outside',
      StaffOnly: 'staff',
      StaffSelf: 'staff',
      StaffOpen: 'staff',
    };
    const routes = routed();
    const declared = source
      .filter(({ name }) => routes.has(name))
      .map((handler) => [handler.name, kinds[declarationsOf(handler)[0] as keyof typeof kinds]]);
    const carried = [...routes].map(([name, access]) => [name, access?.kind]);
    expect(carried.sort()).toEqual(declared.sort());
  });

  it('requires a customer if its parameter is a LoggedInViewer', () => {
    const wrong = source.filter(
      (handler) => expectsCustomer(handler) && !declarationsOf(handler).includes('RequireCustomer'),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(source.filter(expectsCustomer)).not.toEqual([]);
  });

  it('leaves the session to its statement exactly if its parameter is a ClaimedViewer', () => {
    const byStatement = source.filter((handler) => declarationsOf(handler).includes('CustomerByStatement'));
    expect(byStatement).toEqual(source.filter(claimsCustomer));
    expect(byStatement).not.toEqual([]);
  });

  // Its failure would come before the one for a missing log-in.
  it('has no failure for the id in its path if it leaves the session to its statement', () => {
    const ids = source.filter(claimsCustomer).flatMap(({ parameterTypes }) => parameterTypes);
    expect(ids.filter((type) => type === 'number')).toEqual([]);
  });
});

describe('the source reader', () => {
  const [handler, other] = handlersOf(`
    @Controller()
    @AnyVisitor()
    class Things {
      @Get() @RequireCustomer() @PartnerOnly list(@CurrentViewer() viewer: LoggedInViewer) {}
      @Post('x') add(@CurrentViewer() { fanclub }: access.LoggedInViewer) {}
      helper(viewer: LoggedInViewer) {}
    }
  `);

  it('finds declarations that overwrite each other, on the class and on the method', () => {
    expect(declarationsOf(handler)).toEqual(['AnyVisitor', 'RequireCustomer', 'PartnerOnly']);
    expect(declarationsOf(other)).toEqual(['AnyVisitor']);
  });

  it('finds the handlers that a class inherits from a class made by a function', () => {
    const found = handlersOf(
      `function made(remove: boolean) {
        class Base {
          @Get() @StaffOnly(read) list() {}
          @routeIf(remove, Delete(':id'), StaffOnly(write)) remove() {}
        }
        return Base;
      }`,
      `@ClubStaffController('things') class Things extends made(true) { @Post() @StaffOnly('x') add() {} }`,
    );
    expect(found.map(({ name, optional }) => [name, optional])).toEqual([
      ['Things.add', false],
      ['Things.list', false],
      ['Things.remove', true],
    ]);
    expect(found.map(declarationsOf)).toEqual([['StaffOnly'], ['StaffOnly'], ['StaffOnly']]);
  });

  it('finds the viewer of a handler, and skips methods that answer no route', () => {
    expect([handler, other].map(({ name }) => name)).toEqual(['Things.list', 'Things.add']);
    expect([handler, other].every(expectsCustomer)).toBe(true);
  });
});

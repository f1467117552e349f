import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PARAMTYPES_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type DtoClass, shapeOf } from '#libs/validation';

/**
 * The fields of each route's DTO class, by method and path such as `POST /accounts`. A nested field has its path, such as
 * `contact.email`.
 */
export function knownFields(discovery: DiscoveryService): ReadonlyMap<string, readonly string[]> {
  const scanner = new MetadataScanner();
  const routes = discovery.getControllers().flatMap(({ metatype }) => {
    const prototype = metatype!.prototype as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const of = (key: string) => Reflect.getMetadata(key, prototype[name]) as unknown;
      const base = Reflect.getMetadata(PATH_METADATA, metatype!) as string;
      const types = (Reflect.getMetadata(PARAMTYPES_METADATA, prototype, name) ?? []) as DtoClass[];
      return [of(PATH_METADATA) as string | string[]].flat().map((own): [string, string[]] => {
        const path = [base, own].filter((part) => part !== '/').join('/');
        return [`${RequestMethod[of(METHOD_METADATA) as RequestMethod]} /${path}`, types.flatMap(fieldsOf)];
      });
    });
  });
  return new Map(routes);
}

function fieldsOf(type: DtoClass): string[] {
  const { fields, others, wrapper } = shapeOf(type);
  const within = (object: string, names: string[]): string[] => names.map((name) => `${object}.${name}`);
  const own = [...fields].flatMap(([name, nested]) => (nested ? within(name, fieldsOf(nested)) : [name]));
  return [...own, ...(others?.examples ?? []), ...(wrapper === null ? [] : within(wrapper, own))];
}

import type { ItemOfPlan } from '#domains/exclusive-content';

/** The texts and files of a benefit, as the page "Membership" shows them. */
export interface BenefitContent {
  readonly benefit: string;
  readonly items: readonly {
    readonly title: string;
    /** The cleaned HTML of a text. Null: a file. */
    readonly html: string | null;
    /** Null: a text. */
    readonly file: { readonly href: string; readonly name: string; readonly size: string } | null;
  }[];
}

/** The items by their benefits. @param root the path of the page */
export function contentView(items: readonly ItemOfPlan[], root: string): BenefitContent[] {
  const benefits = new Map<number, ItemOfPlan[]>();
  for (const item of items) benefits.set(item.benefitId, [...(benefits.get(item.benefitId) ?? []), item]);
  return [...benefits.values()].map((own) => ({
    benefit: own[0].benefit,
    items: own.map(({ id, title, html, fileName, size }) => ({
      title,
      html,
      file:
        fileName === null
          ? null
          : { href: `${root}/content/${id}`, name: fileName, size: displaySize(size ?? 0) },
    })),
  }));
}

/** The size of a file for readers: `512 bytes`, `2 kB`, `1.5 MB`. */
export function displaySize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

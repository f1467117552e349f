import { COUNT, ID, INSTANT, Shaped, TEXT } from '#platform/reference';

/** A picture of the fan club. */
export class ImageOfClub {
  @Shaped(ID) id!: number;
  @Shaped(TEXT, { description: 'The address, which everybody can see until the picture is deleted.' })
  url!: string;
  @Shaped(TEXT, { description: 'The name of the uploaded file.' }) file_name!: string;
  @Shaped(TEXT, { description: 'As it is stored: `image/jpeg` or `image/png`.' }) media_type!: string;
  @Shaped(COUNT) width!: number;
  @Shaped(COUNT) height!: number;
  @Shaped(COUNT, { description: 'Bytes.' }) size!: number;
  @Shaped(INSTANT) created_at!: string;
}

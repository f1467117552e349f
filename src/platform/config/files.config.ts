import { IsOptional, IsString, Matches } from 'class-validator';
import { Flag, Url, Whole } from './settings';

/** Files that staff upload for members. */
export class FilesEnv {
  /**
   * Folder for uploaded files, if S3_BUCKET is not set, and for uploads while they arrive. Several servers need the same folder, or S3
   * ([files](../operations/files.md)). Default: `files` in DATA_DIR.
   * @example /srv/fanclub/files
   */
  @IsOptional() @IsString() FILES_FOLDER?: string;

  /** Megabytes that an uploaded file may have. */
  @Whole(1, 5_000) UPLOAD_MB = 200;

  /** Seconds that an upload may take. REQUEST_TIMEOUT_SECONDS does not apply to it. */
  @Whole(1, 86_400) UPLOAD_TIMEOUT_SECONDS = 1_800;

  /** Uploads that one process receives at the same time. Further ones are refused with `Retry-After`. */
  @Whole(1, 1_000) MAX_UPLOADS = 8;

  /** Downloads that one process sends at the same time. Further ones are refused with `Retry-After`. */
  @Whole(1, 10_000) MAX_DOWNLOADS = 200;

  /**
   * Seconds for which the address of a download is valid, so that an interrupted download can be continued. Each request also checks the
   * membership.
   */
  @Whole(30, 86_400) DOWNLOAD_LINK_SECONDS = 3_600;

  /**
   * `false`: no file is ever deleted. For a copy of the database that uses the folder or bucket of the original, whose newer files it does
   * not know ([files](../operations/files.md#copies-of-the-database)).
   */
  @Flag() FILES_PURGE = true;

  /**
   * Bucket of an S3-compatible storage for new files. It stays private: nobody but the service reads it. Default: files are stored in
   * FILES_FOLDER.
   * @example fanclub-files
   */
  @IsOptional()
  @IsString()
  @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { message: 'must be the name of a bucket' })
  S3_BUCKET?: string;

  /**
   * Address of the S3-compatible storage, without the bucket. Default: that of AWS in S3_REGION.
   * @example https://s3.example.com
   */
  @IsOptional() @Url('http', 'https') S3_ENDPOINT?: string;

  /** Region of the bucket. Most storages other than AWS accept any. */
  @IsString()
  @Matches(/^[\w-]{1,64}$/, { message: 'must be the name of a region' })
  S3_REGION = 'us-east-1';

  /** Access key of the storage. It needs the rights to read, write, delete and list objects of the bucket. */
  @IsOptional() @IsString() S3_ACCESS_KEY_ID?: string;

  /** Secret of the access key. */
  @IsOptional() @IsString() S3_SECRET_ACCESS_KEY?: string;

  /** `true`: the bucket is the first part of the path, as most storages other than AWS want it. `false`: of the host name. */
  @Flag() S3_PATH_STYLE = true;
}

export type FilesConfig = ReturnType<typeof filesConfig>;

/** An S3-compatible storage. */
export interface S3Config {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly isPathStyle: boolean;
}

/** Storage and limits of uploaded files. Sizes in bytes, times in milliseconds. */
export const filesConfig = (env: FilesEnv, dataDir: string) =>
  Object.freeze({
    folder: env.FILES_FOLDER ?? `${dataDir}/files`,
    maxSize: env.UPLOAD_MB * 1024 * 1024,
    uploadTimeout: env.UPLOAD_TIMEOUT_SECONDS * 1000,
    maxUploads: env.MAX_UPLOADS,
    maxDownloads: env.MAX_DOWNLOADS,
    /** Whether files may be deleted. */
    purge: env.FILES_PURGE,
    linkLifetime: env.DOWNLOAD_LINK_SECONDS * 1000,
    /** Null: new files are stored in the folder. */
    s3: s3Config(env),
  });

function s3Config(env: FilesEnv): S3Config | null {
  if (env.S3_BUCKET === undefined) return null;
  return Object.freeze({
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION}.amazonaws.com`,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    isPathStyle: env.S3_PATH_STYLE,
  });
}

/** The variables that S3_BUCKET needs and that are not set. */
export const missingForS3 = (env: FilesEnv): string[] =>
  env.S3_BUCKET === undefined
    ? []
    : (['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter((name) => env[name] === undefined);

import * as vscode from 'vscode';
import { describeError } from '#host/messages/errorMessage.ts';
import type { Answer } from '#host/input/askText.ts';
import { errorKind, isCancelled } from '#host/messages/userError.ts';
import type { CreateClient } from '#model/connections/connectionClients.ts';

export type TemporaryClient = Awaited<ReturnType<CreateClient>>;

export interface ClientSource {
  readonly createClient: CreateClient;
}

interface Access {
  readonly url: string;
  readonly key: string;
  /** Receives a sentence while a request waits, such as for the rate limit. */
  readonly report: (text: string) => void;
  /** A sentence to add to that of a rejected key. */
  readonly ofRejectedKey?: string | undefined;
}

/** Runs a request with a temporary client; a failure becomes the input box's message. */
export async function withClient<T>(
  { createClient }: ClientSource,
  { url, key, report, ofRejectedKey }: Access,
  ask: (client: TemporaryClient) => Promise<T>,
): Promise<Answer<T>> {
  let client: TemporaryClient | undefined;
  try {
    client = await createClient({ url }, key, report);
    return { ok: true, value: await ask(client) };
  } catch (error) {
    const isRejected = errorKind(error) === 'unauthenticated';
    const advice = isRejected && ofRejectedKey !== undefined ? ` ${ofRejectedKey}` : '';
    return {
      ok: false,
      message: isCancelled(error) ? vscode.l10n.t('Canceled.') : describeError(error).message + advice,
    };
  } finally {
    await client?.close();
  }
}

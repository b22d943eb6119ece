import type { CreatePasskeySessionRequest, PasskeyOptions } from '@service/sdk';

/** Lets the browser prove with a passkey who signs in. */
export async function getPasskey({ ceremonyId, options }: PasskeyOptions): Promise<CreatePasskeySessionRequest> {
  const wanted = (options.publicKey ?? options) as PublicKeyCredentialRequestOptionsJSON;
  const credential = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(wanted) });
  if (!credential) throw new Error('the browser gave no passkey');
  return { ceremonyId, credential: (credential as PublicKeyCredential).toJSON() as unknown as Record<string, unknown> };
}

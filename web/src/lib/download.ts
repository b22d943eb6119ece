/** Saves what the service answers as a file of this name. */
export async function download(answer: Promise<Response>, filename: string): Promise<void> {
  const address = URL.createObjectURL(await (await answer).blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it only after the click
}

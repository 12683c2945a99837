/** Compiled with the classes that openapi-generator made for Java. */
import docent.ApiClient;
import docent.api.ExpertsApi;
import docent.api.QuestionsApi;
import docent.api.SourcesApi;
import docent.api.UsageApi;
import docent.model.ExpertRequest;
import docent.model.QueryRequest;
import docent.model.Source;
import docent.model.SourceOrSiteRequest;
import docent.model.TextRequest;
import java.io.File;
import java.math.BigDecimal;
import java.nio.file.Files;

public class Walk {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("DOCENT_TEST_URL").replaceAll("/v1$", ""));
    client.setBearerToken(System.getenv("DOCENT_TEST_KEY"));
    client.setReadTimeout(60_000);
    ExpertsApi experts = new ExpertsApi(client);
    SourcesApi sources = new SourcesApi(client);
    BigDecimal wait = BigDecimal.valueOf(30);
    String id = experts.createExpert(new ExpertRequest().name("Generated Java").language("en"), null).getSlug();
    System.out.println("ok expert");
    File file = File.createTempFile("colour", ".txt");
    Files.writeString(file.toPath(), "The pump is blue.");
    Source added = sources.addFile(id, file, null, null, "Colour", null, null, null, null);
    file.delete();
    System.out.println("ok file");
    TextRequest text = new TextRequest().title("Pump").text("Replace the filter of the pump every six months.");
    sources.addSource(id, new SourceOrSiteRequest(text), wait, null);
    System.out.println("ok text");
    if (!sources.getSource(id, added.getId(), wait).getStatus().toString().equals("ready")) throw new Exception("not ready");
    System.out.println("ok wait");
    QueryRequest question = new QueryRequest().question("How often is the filter of the pump replaced?");
    if (!new QuestionsApi(client).queryExpert(id, question).getCitations().get(0).getQuote().contains("six months"))
      throw new Exception("not cited");
    System.out.println("ok query");
    new UsageApi(client).getUsage(null, null);
    System.out.println("ok usage");
    if (!Boolean.TRUE.equals(experts.deleteExpert(id).getDeleted())) throw new Exception("not deleted");
    System.out.println("ok delete");
    System.exit(0);
  }
}

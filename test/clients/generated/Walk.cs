/* Compiled with the classes that openapi-generator made for C#. */
using System;
using System.IO;
using System.Text;
using Docent.Api;
using Docent.Client;
using Docent.Model;

public static class Walk
{
    public static void Main()
    {
        var configuration = new Configuration
        {
            BasePath = Environment.GetEnvironmentVariable("DOCENT_TEST_URL").Replace("/v1", ""),
            AccessToken = Environment.GetEnvironmentVariable("DOCENT_TEST_KEY"),
        };
        var experts = new ExpertsApi(configuration);
        var sources = new SourcesApi(configuration);
        var id = experts.CreateExpert(new ExpertRequest(name: "Generated C#", language: "en")).Slug;
        Console.WriteLine("ok expert");
        var bytes = new MemoryStream(Encoding.UTF8.GetBytes("The pump is blue."));
        var added = sources.AddFile(id, new FileParameter("colour.txt", "text/plain", bytes), title: "Colour");
        Console.WriteLine("ok file");
        var text = new TextRequest(title: "Pump", text: "Replace the filter of the pump every six months.");
        sources.AddSource(id, new SourceOrSiteRequest(text), 30);
        Console.WriteLine("ok text");
        if (sources.GetSource(id, added.Id, 30).Status.ToString() != "Ready") throw new Exception("not ready");
        Console.WriteLine("ok wait");
        var question = new QueryRequest("How often is the filter of the pump replaced?", generate: true);
        if (!new QuestionsApi(configuration).QueryExpert(id, question).Citations[0].Quote.Contains("six months"))
            throw new Exception("not cited");
        Console.WriteLine("ok query");
        new UsageApi(configuration).GetUsage();
        Console.WriteLine("ok usage");
        if (!experts.DeleteExpert(id).Deleted) throw new Exception("not deleted");
        Console.WriteLine("ok delete");
    }
}
